import { type Conditional, once } from '@daybook/client';
import { allowedEvents, type ChequeEventKind, MAX_SERIES_LENGTH } from '@daybook/domain';
import {
  type Icon,
  IconArrowBackUp,
  IconBan,
  IconBuildingBank,
  IconCalendarPlus,
  IconCheck,
  IconHandStop,
  IconPlayerPlay,
  IconReceiptRefund,
  IconReplace,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { client } from '../../api.ts';
import { type Change, useChange } from '../../data/change.tsx';
import { useMay } from '../../data/me.ts';
import { allOrNone, chunks } from '../../lib/concurrency.ts';
import type { DayText } from '../../lib/dates.ts';
import { LocalizedError, useErrorText } from '../../lib/errors.ts';
import { useFormat } from '../../lib/format.ts';
import { issuesIn } from '../../lib/issues.ts';
import { versionCondition } from '../../lib/record-changes.ts';
import type { RowAction } from '../../ui/rows.tsx';
import { type Cheque, likelyEvents, type RecordedKind, withEvent } from './cheque.ts';

/** What is recorded of a cheque, today unless it says another day. */
export interface EventValues {
  readonly kind: RecordedKind;
  readonly date?: DayText | undefined;
  readonly reason?: string;
  readonly charge?: string | undefined;
}

/** @param condition with which the request is sent again where nobody knows whether it was done */
const recordOne = ({ _id: chequeID }: Cheque, event: EventValues, condition = once()) => ({
  run: () => client.cheques.addEvent.mutate({ chequeID, ...event }, condition),
  // Of this event, and not of what somebody has recorded since.
  undo: ({ version }: Cheque) => ({
    run: () => client.cheques.addEvent.mutate({ chequeID, kind: 'undo' }, versionCondition(version)),
  }),
});

/** The same event of many, all or none: one request for as many as it takes. @param explain what is thrown for an error */
function recordTogether(
  cheques: readonly Cheque[],
  event: EventValues,
  explain: (error: unknown, part: readonly Cheque[]) => unknown,
  condition: Conditional | undefined,
) {
  const parts = chunks(cheques, MAX_SERIES_LENGTH);
  const send = (part: readonly Cheque[], values: EventValues | { readonly kind: 'undo' }, key = once()) =>
    client.cheques.addEvents.mutate({ cheques: part.map(({ _id }) => _id), ...values }, key);
  const only = parts.length === 1 ? condition : undefined;
  return allOrNone(
    parts,
    (part) =>
      send(part, event, only).catch((error: unknown) => {
        throw explain(error, part);
      }),
    (part) => send(part, { kind: 'undo' }),
  );
}

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
  const changeOf = (
    cheques: readonly Cheque[],
    event: EventValues,
    { condition, onUndo }: { readonly condition?: Conditional; readonly onUndo?: (() => void) | undefined },
  ): Change => {
    const [first] = cheques;
    const change =
      first && cheques.length === 1
        ? recordOne(first, event, condition)
        : recordTogether(cheques, event, explain, condition);
    return {
      run: change.run,
      shows: cheques.map((cheque) => ({ id: cheque._id, row: withEvent(cheque, event.kind, today()) })),
      undo: (made) => {
        onUndo?.();
        return {
          shows: cheques.map((row) => ({ id: row._id, row })),
          ...change.undo(made as never),
        };
      },
    };
  };
  const told = (cheques: readonly Cheque[], kind: RecordedKind) => {
    const [first] = cheques;
    const event = t(`events.${kind}`);
    return first && cheques.length === 1
      ? t('recorded', { serial: first.serial, event })
      : `${t('count', { count: cheques.length })}: ${event}`;
  };

  /** Without a form. */
  const record = (cheques: readonly Cheque[], event: EventValues, onUndo?: () => void) =>
    change({ ...changeOf(cheques, event, { onUndo }), done: told(cheques, event.kind) });

  /** By a form, which shows what fails. */
  const send = async (cheques: readonly Cheque[], event: EventValues, condition: Conditional) => {
    const { run, undo } = changeOf(cheques, event, { condition });
    const made = await run();
    void change({ run: async () => made, done: told(cheques, event.kind), undo });
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

const icons: Readonly<Record<Exclude<ChequeEventKind, 'undo'>, Icon>> = {
  present: IconBuildingBank,
  clear: IconCheck,
  bounce: IconReceiptRefund,
  stop: IconHandStop,
  release: IconPlayerPlay,
  cancel: IconBan,
  reinstate: IconArrowBackUp,
  replace: IconReplace,
};

/** Events of which one wants to say more than that they happened. */
const asked: ReadonlySet<RecordedKind> = new Set<RecordedKind>(['bounce', 'stop']);
const dangerous: ReadonlySet<ChequeEventKind> = new Set<ChequeEventKind>(['stop', 'cancel']);

const isAgain = ({ attempts }: Cheque, kind: ChequeEventKind) => kind === 'present' && attempts > 0;

interface Forms {
  /** Opens the form of an event; without a kind one is chosen there. */
  readonly onEvent: (cheque: Cheque, kind?: RecordedKind) => void;
  readonly onReplace: (cheque: Cheque) => void;
}

/** What can happen to a cheque as it is, the likeliest first. */
export function useEventActions({ onEvent, onReplace }: Forms) {
  const { t } = useTranslation('cheques');
  const { today } = useFormat();
  const may = useMay();
  const { record } = useChequeEvents();
  const run = (cheque: Cheque, kind: Exclude<ChequeEventKind, 'undo'>) => {
    if (kind === 'replace') return onReplace(cheque);
    if (asked.has(kind)) return onEvent(cheque, kind);
    void record([cheque], { kind });
  };
  return (cheque: Cheque): RowAction[] => {
    if (!may('cheques.addEvent')) return [];
    const likely = likelyEvents(cheque, today());
    const allowed = allowedEvents(cheque).filter((kind) => kind !== 'undo');
    const ordered = [...likely, ...allowed.filter((kind) => !likely.includes(kind))] as typeof allowed;
    return [
      ...ordered
        .filter((kind) => kind !== 'replace' || may('cheques.replace'))
        .map((kind) => ({
          text: isAgain(cheque, kind) ? t('presentAgain') : t(`actions.${kind}`),
          icon: icons[kind],
          run: () => run(cheque, kind),
          isNext: kind === likely[0],
          isButton: likely.includes(kind),
          isDangerous: dangerous.has(kind),
        })),
      {
        text: t('anotherDay'),
        icon: IconCalendarPlus,
        run: () => onEvent(cheque),
      },
    ];
  };
}
