import { type Conditional, once } from '@daybook/client';
import { mostCheques } from '@daybook/domain';
import { client } from '../../api.ts';
import { type BulkChange, bulkChange, inSequence } from '../../data/undoable.ts';
import type { DayText } from '../../lib/dates.ts';
import { versionCondition } from '../../lib/record-changes.ts';
import { type Cheque, type RecordedKind, withEvent } from './cheque.ts';

/** What is recorded of a cheque, today unless it says another day. */
export interface EventValues {
  readonly kind: RecordedKind;
  readonly date?: DayText | undefined;
  readonly reason?: string;
  readonly charge?: string | undefined;
}

interface Options {
  readonly today: DayText;
  /** With which the only request is sent again where nobody knows whether it was done. */
  readonly condition?: Conditional | undefined;
  /** What is thrown where a request for several cheques fails. */
  readonly explain: (error: unknown, cheques: readonly Cheque[]) => unknown;
}

const shownOf = (cheque: Cheque, kind: RecordedKind, today: DayText) => ({
  id: cheque._id,
  row: withEvent(cheque, kind, today),
});

const recordOne = (cheque: Cheque, event: EventValues, { today, condition = once() }: Options): BulkChange =>
  bulkChange({
    name: cheque.serial,
    shows: shownOf(cheque, event.kind, today),
    run: () => client.cheques.addEvent.mutate({ chequeID: cheque._id, ...event }, condition),
    // Of this event, and not of what somebody has recorded since.
    undo: ({ version }) =>
      client.cheques.addEvent.mutate({ chequeID: cheque._id, kind: 'undo' }, versionCondition(version)),
  });

function recordTogether(
  cheques: readonly Cheque[],
  event: EventValues,
  { today, condition = once(), explain }: Options,
): BulkChange {
  const ids = cheques.map(({ _id }) => _id);
  return {
    name: '',
    shows: cheques.map((cheque) => shownOf(cheque, event.kind, today)),
    run: async () => {
      try {
        const record = await client.cheques.addEvents.mutate({ cheques: ids, ...event }, condition);
        return {
          record,
          undo: () => client.cheques.addEvents.mutate({ cheques: ids, kind: 'undo' }, once()),
        };
      } catch (error) {
        throw explain(error, cheques);
      }
    },
  };
}

/** The same event of one cheque or of many, all or none: one request for as many as it takes. */
export function recording(cheques: readonly Cheque[], event: EventValues, options: Options): BulkChange {
  const [first] = cheques;
  if (first && cheques.length === 1) return recordOne(first, event, options);
  if (cheques.length <= mostCheques) return recordTogether(cheques, event, options);
  const count = Math.ceil(cheques.length / mostCheques);
  const parts = Array.from({ length: count }, (_, part) =>
    cheques.slice(part * mostCheques, (part + 1) * mostCheques),
  );
  return inSequence(
    '',
    parts.map((part) => recordTogether(part, event, { ...options, condition: undefined })),
  );
}
