import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useAnnouncement } from './announce.ts';
import { isolated } from './text.ts';

/** A change of a record by somebody else. */
export interface OthersChange {
  readonly record: string;
  readonly action: string;
  /** Of the record afterwards. */
  readonly version: number | null;
  /** '' where the caller may not know it. */
  readonly actorName: string;
}

interface Live {
  /** The last one of each record since the page was loaded. */
  readonly changes: ReadonlyMap<string, OthersChange>;
  /** Those that have just come. */
  readonly marked: ReadonlyMap<string, OthersChange>;
}

let state: Live = { changes: new Map(), marked: new Map() };
const listeners = new Set<() => void>();

function set(next: Partial<Live>) {
  state = { ...state, ...next };
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

const shownMs = 15_000;

/** Marks the records of news for a moment wherever they are shown. */
export function noteChanges<C extends OthersChange>(changes: readonly C[], isNews: (change: C) => boolean) {
  if (changes.length === 0) return;
  const byRecord = (some: readonly C[]) => some.map((change) => [change.record, change] as const);
  const news = new Set<OthersChange>(changes.filter(isNews));
  set({
    changes: new Map([...state.changes, ...byRecord(changes)]),
    marked: new Map([...state.marked, ...byRecord(changes.filter(isNews))]),
  });
  setTimeout(
    () => set({ marked: new Map([...state.marked].filter(([, change]) => !news.has(change))) }),
    shownMs,
  );
}

const made: Readonly<Record<string, 'createdBy' | 'deletedBy'>> = {
  create: 'createdBy',
  restore: 'createdBy',
  delete: 'deletedBy',
};

const useNote = () => {
  const { t } = useTranslation();
  return (
    text: 'changed' | 'deleted' | 'changedBy' | 'createdBy' | 'deletedBy',
    { actorName }: OthersChange,
  ) => (actorName ? t(`live.${text}`, { name: isolated(actorName) }) : t(`live.unnamed.${text}`));
};

/** What somebody else has made of a record that is open in this version. */
export function useMeanwhile(record: string | undefined, version: number | undefined) {
  const noteOf = useNote();
  const change = useSyncExternalStore(subscribe, () => record && state.changes.get(record));
  if (!change || version === undefined) return undefined;
  const isDeleted = change.action === 'delete';
  if (!isDeleted && (change.version ?? 0) <= version) return undefined;
  return { isDeleted, text: noteOf(isDeleted ? 'deleted' : 'changed', change) };
}

/** Who has just changed a record, in words. */
export function useChangeNotes(): (record: string | undefined) => string | undefined {
  const noteOf = useNote();
  const marked = useSyncExternalStore(subscribe, () => state.marked);
  return (record) => {
    const change = record === undefined ? undefined : marked.get(record);
    return change && noteOf(made[change.action] ?? 'changedBy', change);
  };
}

/** For the element of a record: says who has just changed it, in a tag at its edge. */
export const markOf = (note: string | undefined, ...classes: (string | false | undefined)[]) => ({
  className: [...classes, note && 'changed-by-others'].filter(Boolean).join(' ') || undefined,
  title: note,
  'data-note': note,
});

/** Announces who has just changed some of these: more would be read for minutes. */
export function useAnnouncedNotes(records: readonly { readonly record: string; readonly name: string }[]) {
  const noteOf = useChangeNotes();
  const news = records.flatMap(({ record, name }) => {
    const note = noteOf(record);
    return note ? [`${name}: ${note}`] : [];
  });
  useAnnouncement(news.slice(0, 3).join('. ') || undefined);
}
