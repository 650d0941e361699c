import { once } from '@daybook/client';
import { useTranslation } from 'react-i18next';
import { client } from '../../api.ts';
import { useChange } from '../../lib/change.tsx';
import type { DayText } from '../../lib/dates.ts';
import {
  bodyOf,
  changesOf,
  type Log,
  type LogValues,
  putBack,
  valuesOf,
  withValues,
} from './logic/values.ts';
import { pending } from './records.ts';

interface Place {
  readonly date: DayText;
  readonly worker: string;
  readonly workerName: string;
}

let drafts = 0;

/** A log as it will be, before the service has seen it. */
const draft = (place: Place, values: LogValues): Log =>
  withValues(
    {
      ...place,
      ...values,
      _id: `draft ${++drafts}`,
      crossesMidnight: false,
      durationMinutes: 0,
      createdAt: '',
      updatedAt: '',
      version: 0,
    },
    values,
  );

/** A log that the service does not know yet. */
export const isDraft = ({ version }: Log) => version === 0;

/** Saves single logs: shown at once, taken back where the service refuses, and each with an undo. */
export function useLogChanges() {
  const { t } = useTranslation('logs');
  const { t: common } = useTranslation();
  const change = useChange();

  const add = (place: Place, values: LogValues) => {
    const { date, worker } = place;
    const log = draft(place, values);
    let created: Log | undefined;
    return pending.during({ id: log._id, log }, () =>
      change({
        done: t('savedFor', { name: place.workerName }),
        run: async () => {
          created = await client.logs.create.mutate({ date, worker, ...bodyOf(values) }, once());
        },
        undo: async () => created && client.logs.remove.mutate({ logID: created._id }),
      }),
    );
  };

  const edit = (before: Log, values: LogValues) => {
    const changes = changesOf(valuesOf(before), values);
    if (Object.keys(changes).length === 0) return Promise.resolve();
    const logID = before._id;
    return pending.during({ id: logID, log: withValues(before, values) }, () =>
      change({
        done: t('savedFor', { name: before.workerName }),
        run: () => client.logs.update.mutate({ logID, ...changes }),
        undo: () => client.logs.update.mutate({ logID, ...putBack(before, values) }),
      }),
    );
  };

  const remove = ({ _id }: Log) =>
    pending.during({ id: _id, log: null }, () =>
      change({ done: common('deleted'), run: () => client.logs.remove.mutate({ logID: _id }) }),
    );

  return { add, edit, remove };
}
