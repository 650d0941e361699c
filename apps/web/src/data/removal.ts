import type { Resource } from '@daybook/domain';
import { useTranslation } from 'react-i18next';
import { versionCondition } from '../lib/record-changes.ts';
import { useConfirm } from '../ui/confirm.tsx';
import { useChange } from './change.tsx';
import { type RecordOf, removeRecord } from './record-client.ts';
import { type FieldsOf, type RecordDescription, useRecordWords } from './record-description.ts';
import { useRecordTexts } from './record-texts.ts';

interface Removable {
  readonly _id: string;
  readonly version?: number;
}

interface Options<T> {
  readonly resource: Resource;
  /** What is lost, what stays. */
  readonly question: (row: T) => { readonly title: string; readonly text: string };
  /** Whether the row goes away before the service has answered. */
  readonly optimistic?: boolean;
  /** Before anything is asked again of the service. */
  readonly onRemoved?: (() => void) | undefined;
}

/** Asks, then deletes what was shown; what somebody has changed since stays, and the notice says so. */
export function useRemoval<T extends Removable>(options: Options<T>) {
  const { resource, question, optimistic = false, onRemoved } = options;
  const { t } = useTranslation();
  const change = useChange(resource);
  const confirm = useConfirm();
  return (row: T) =>
    confirm({
      ...question(row),
      confirm: t('delete'),
      onConfirm: () =>
        void change({
          done: t('deleted'),
          ...(optimistic && { shows: { id: row._id, row: null } }),
          run: async () => {
            await removeRecord(resource, row._id, versionCondition(row.version));
            onRemoved?.();
          },
        }),
    });
}

/** The same of a described record: the question is `deleteTitle` and `deleteText` of its texts. */
export function useRecordRemoval<R extends Resource, F extends FieldsOf<R>>(
  description: RecordDescription<R, F>,
  onRemoved?: () => void,
) {
  const { resource } = description;
  const { removalOf } = useRecordTexts();
  const wordsOf = useRecordWords(description);
  return useRemoval<RecordOf<R>>({
    resource,
    question: (row) => removalOf(resource, wordsOf(row)),
    onRemoved,
  });
}
