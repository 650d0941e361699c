import type { DayText } from '../../../lib/dates.ts';

/** As forms have it in every country that these languages are of: 08/12/2026. */
export const paperDate = (day: DayText) => day.split('-').toReversed().join('/');
