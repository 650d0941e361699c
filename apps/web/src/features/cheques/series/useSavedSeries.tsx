import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, client } from '../../../api.ts';
import { useChange } from '../../../data/change.tsx';
import { useWarningText } from '../../../data/warnings.tsx';
import type { Cheque } from '../../../entities/cheques/cheque.ts';
import { useFormat } from '../../../lib/format.ts';
import { warningGroupsOf } from './series.ts';

/** So many serials are named in a warning. */
const named = 3;

/** All of them are one batch of the journal: the undo of one takes back all. */
async function takeBack([cheque]: readonly Cheque[]) {
  const { items } = await client.journal.list.query({ record: cheque?._id, action: 'create', limit: 1 });
  return client.journal.undo.mutate({ entryID: items[0]?._id ?? '' });
}

/** Tells of a series that was saved, with what is odd about it, and offers to take it back. */
export function useSavedSeries() {
  const change = useChange('cheques');
  return (made: readonly Cheque[]) =>
    void change({
      run: async () => made,
      done: <Saved cheques={made} />,
      undo: () => ({ run: () => takeBack(made) }),
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
        const rest = serials.length - named;
        const more = rest > 0 ? [t('andMore', { count: rest })] : [];
        return (
          <Text key={warning.code} component="span" display="block" size="sm">
            <bdi>{list(...serials.slice(0, named), ...more)}</bdi>: {textOf(warning)}
          </Text>
        );
      })}
    </>
  );
}

const most = 1000;

/** The bank accounts that are not archived, by name; undefined until they are known. */
export const useUsedAccounts = () =>
  useQuery(api.bankAccounts.list.queryOptions({ isArchived: 'false', limit: most })).data?.items;
