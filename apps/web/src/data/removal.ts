import type { Conditional } from '@daybook/client';
import { useTranslation } from 'react-i18next';
import { versionCondition } from '../lib/record-changes.ts';
import { useConfirm } from '../ui/confirm.tsx';
import { useChange } from './change.tsx';
import type { Resource } from './refresh.ts';

interface Removable {
  readonly _id: string;
  readonly version?: number;
}

interface Options<T> {
  readonly resource: Resource;
  /** What is lost, what stays. */
  readonly question: (row: T) => { readonly title: string; readonly text: string };
  readonly send: (row: T, condition: Conditional) => Promise<unknown>;
  /** Whether the row goes away before the service has answered. */
  readonly optimistic?: boolean;
  /** Before anything is asked again of the service. */
  readonly onRemoved?: (() => void) | undefined;
}

/** Asks, then deletes what was shown; what somebody has changed since stays, and the notice says so. */
export function useRemoval<T extends Removable>(options: Options<T>) {
  const { resource, question, send, optimistic = false, onRemoved } = options;
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
            await send(row, versionCondition(row.version));
            onRemoved?.();
          },
        }),
    });
}
