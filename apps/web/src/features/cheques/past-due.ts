import { type Cheque, isUnmarked } from '../../entities/cheques/cheque.ts';
import { addDays, type DayText } from '../../lib/dates.ts';

/** Past due, and nobody has ever recorded anything of them. */
export const unmarkedCheques = (cheques: readonly Cheque[], today: DayText) =>
  cheques.filter((cheque) => isUnmarked(cheque, today));

/** After so many days a cheque has cleared, in all likelihood. */
const CLEARED_AFTER_DAYS = 60;

interface Due {
  readonly dueDate: DayText;
}

export const probablyClearedCheques = <T extends Due>(cheques: readonly T[], today: DayText) =>
  cheques.filter(({ dueDate }) => dueDate < addDays(today, -CLEARED_AFTER_DAYS));

/** The day on which all of them have cleared at the latest, as far as one knows: the last of their due dates. */
export const clearedDay = (cheques: readonly Due[]): DayText | undefined =>
  cheques
    .map(({ dueDate }) => dueDate)
    .toSorted()
    .at(-1);

interface NumberedEvent {
  readonly _id: string;
  readonly kind: string;
  /** The event that it takes back. */
  readonly undoes: string | null;
}

/** The events that were taken back. */
export const undoneIn = (events: readonly NumberedEvent[]): ReadonlySet<string> =>
  new Set(events.flatMap(({ undoes }) => undoes ?? []));

/** The event that an undo would take back. @param events oldest first */
export function lastOf<E extends NumberedEvent>(events: readonly E[]): E | undefined {
  const undone = undoneIn(events);
  return events.findLast(({ _id, kind }) => kind !== 'undo' && !undone.has(_id));
}
