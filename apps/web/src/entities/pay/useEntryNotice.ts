import type { Outputs } from '@daybook/client';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../data/change.tsx';
import { removeRecord } from '../../data/record-client.ts';
import { useFormat } from '../../lib/format.ts';
import { versionCondition } from '../../lib/record-changes.ts';

/** Tells of an entry that a form has made, and offers to take it back. */
export function useEntryNotice() {
  const { t } = useTranslation('pay');
  const { t: entries } = useTranslation('payEntries');
  const { money } = useFormat();
  const change = useChange('payEntries');
  return (entry: Outputs['payEntries']['create']) => {
    const { _id, version, kind, amount, workerName } = entry;
    void change({
      run: async () => entry,
      done: t('recorded', { kind: entries(`kinds.${kind}`), amount: money(amount), name: workerName }),
      undo: () => ({
        shows: { id: _id, row: null },
        run: () => removeRecord('payEntries', _id, versionCondition(version)),
      }),
    });
  };
}
