import { api } from '../../api.ts';
import { addDays, type DayText } from '../../lib/dates.ts';
import { nextPage, pageSize } from '../../lib/rows.ts';

/** The cheques among which are those of which nobody has recorded anything: see `unmarkedOf`. */
export const pastDueQuery = (today: DayText) =>
  api.cheques.list.infiniteQueryOptions(
    { status: 'issued', to: addDays(today, -1), limit: pageSize },
    nextPage,
  );
