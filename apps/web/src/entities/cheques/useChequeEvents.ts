import type { Conditional } from '@daybook/client';
import { useTranslation } from 'react-i18next';
import { client } from '../../api.ts';
import { useChange } from '../../data/change.tsx';
import type { BulkChange } from '../../data/undoable.ts';
import { LocalizedError, useErrorText } from '../../lib/errors.ts';
import { useFormat } from '../../lib/format.ts';
import { issuesIn } from '../../lib/issues.ts';
import { versionCondition } from '../../lib/record-changes.ts';
import type { Cheque, RecordedKind } from './cheque.ts';
import { type EventValues, recording } from './recording.ts';

type Made = Awaited<ReturnType<BulkChange['run']>>;

/** Records what happened to cheques, tells of it, and offers to take it back. */
export function useChequeEvents() {
  const { t } = useTranslation('cheques');
  const { today } = useFormat();
  const textOf = useErrorText();
  const change = useChange('cheques');

  // Of many cheques: which of them does not allow it.
  const explain = (error: unknown, cheques: readonly Cheque[]) => {
    const [issue] = issuesIn(error).filter(({ path }) => path[0] === 'cheques');
    const cheque = issue && cheques[Number(issue.path[1])];
    return cheque ? new LocalizedError(`${cheque.serial}: ${textOf(error)}`) : error;
  };
  const changeOf = (cheques: readonly Cheque[], event: EventValues, condition?: Conditional) =>
    recording(cheques, event, { today: today(), condition, explain });
  const told = (cheques: readonly Cheque[], kind: RecordedKind) => {
    const [first] = cheques;
    const event = t(`events.${kind}`);
    return first && cheques.length === 1
      ? t('recorded', { serial: first.serial, event })
      : `${t('count', { count: cheques.length })}: ${event}`;
  };
  const undoOf = (cheques: readonly Cheque[], { undo }: Made) => ({
    shows: cheques.map((row) => ({ id: row._id, row })),
    run: undo,
  });

  /** Without a form. */
  const record = (cheques: readonly Cheque[], event: EventValues, onUndo?: () => void) => {
    const { run, shows = [] } = changeOf(cheques, event);
    return change({
      run,
      shows,
      done: told(cheques, event.kind),
      undo: (made) => {
        onUndo?.();
        return undoOf(cheques, made);
      },
    });
  };

  /** By a form, which shows what fails. */
  const send = async (cheques: readonly Cheque[], event: EventValues, condition: Conditional) => {
    const made = await changeOf(cheques, event, condition).run();
    void change({
      run: async () => made,
      done: told(cheques, event.kind),
      undo: () => undoOf(cheques, made),
    });
    return made;
  };

  /** Takes the last event back. */
  const undo = ({ _id, version }: Cheque) =>
    change({
      run: () => client.cheques.addEvent.mutate({ chequeID: _id, kind: 'undo' }, versionCondition(version)),
      done: t('undone'),
    });

  return { record, send, undo };
}
