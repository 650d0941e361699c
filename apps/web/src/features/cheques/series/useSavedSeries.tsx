import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api.ts';
import { useChange } from '../../../data/change.tsx';
import { undoEntry } from '../../../data/record-client.ts';
import { useWarningText } from '../../../data/warnings.tsx';
import type { Cheque } from '../../../entities/cheques/cheque.ts';
import { useFormat } from '../../../lib/format.ts';
import { warningGroupsOf } from './series.ts';

/** So many serials are named in a warning. */
const MAX_SERIALS = 3;

/** Tells of a series that was saved, with what is odd about it, and offers to take it back. */
export function useSavedSeries() {
  const change = useChange('cheques');
  return (made: readonly Cheque[]) =>
    void change({
      run: async () => made,
      done: <Saved cheques={made} />,
      // All of them are one batch of the journal.
      undo: () => ({ run: () => undoEntry(made[0]?._id ?? '', { action: 'create', limit: 1 }) }),
    });
}

// A component, since the language may change.
function Saved({ cheques }: { readonly cheques: readonly Cheque[] }) {
  const { t } = useTranslation('cheques');
  const { list } = useFormat();
  const textOf = useWarningText();
  const [first, last] = [cheques[0]?.serial ?? '', cheques.at(-1)?.serial ?? ''];
  return (
    <>
      {t('series.saved', { cheques: t('count', { count: cheques.length }), first, last })}
      {warningGroupsOf([...cheques]).map(({ warning, serials }) => {
        const rest = serials.length - MAX_SERIALS;
        const more = rest > 0 ? [t('andMore', { count: rest })] : [];
        return (
          <Text key={warning.code} component="span" display="block" size="sm">
            <bdi>{list(...serials.slice(0, MAX_SERIALS), ...more)}</bdi>: {textOf(warning)}
          </Text>
        );
      })}
    </>
  );
}

const MAX_ACCOUNTS = 1000;

/** The bank accounts that are not archived, by name; undefined until they are known. */
export const useUsedAccounts = () =>
  useQuery(api.bankAccounts.list.queryOptions({ isArchived: 'false', limit: MAX_ACCOUNTS })).data?.items;
