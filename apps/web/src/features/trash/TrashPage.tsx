import type { Outputs } from '@daybook/client';
import { trashKinds } from '@daybook/domain';
import { Button, Flex, Select, Text } from '@mantine/core';
import { IconArrowBackUp, IconEraser } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, client } from '../../api.ts';
import { useChange } from '../../data/change.tsx';
import { ClosedMark, useClosed } from '../../data/closed.tsx';
import { useMay } from '../../data/me.ts';
import { ResourceList } from '../../data/ResourceList.tsx';
import { restoreRecord } from '../../data/record-client.ts';
import { useRecordTexts } from '../../data/record-description.ts';
import { toUnits } from '../../lib/amounts.ts';
import type { DayText } from '../../lib/dates.ts';
import { useFormat } from '../../lib/format.ts';
import { nextPage, pageSize } from '../../lib/paging.ts';
import { useFilters } from '../../lib/search.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import type { Column } from '../../ui/DataTable.tsx';
import { Day, Money, Name } from '../../ui/values.tsx';
import { TrashSearch } from '../search.ts';

type TrashEntry = Outputs['trash']['list']['items'][number];

/** What was deleted, latest first; each comes back with one button. */
export function TrashPage() {
  const { t } = useTranslation('trash');
  const { t: common } = useTranslation();
  const { textOf } = useRecordTexts();
  const may = useMay();
  const closed = useClosed();
  const [filters, setFilters] = useFilters(TrashSearch);
  const { kind } = filters;
  const query = useInfiniteQuery(api.trash.list.infiniteQueryOptions({ kind, limit: pageSize }, nextPage));
  const kinds = trashKinds.filter((one) => may(`${one}.restore`));
  return (
    <ResourceList
      resource="trash"
      fileName="trash"
      filters={filters}
      setFilters={setFilters}
      query={query}
      columns={useColumns()}
      address={{ path: '/trash', filters: { kind } }}
      aboveFilters={
        <Text c="dimmed" mb="md">
          {t('text')}
        </Text>
      }
      actions={(entry) => (
        <Flex direction={{ base: 'column', sm: 'row' }} align="flex-end" justify="flex-end" gap={4}>
          <Restoration entry={entry} closedThrough={closed(entry.kind, dated(entry))} />
          {entry.kind === 'users' && may('users.erase') && <EraseButton entry={entry} />}
        </Flex>
      )}
      empty={kind === undefined ? t('empty') : undefined}
    >
      <Select
        label={t('kind')}
        placeholder={common('all')}
        clearable
        clearButtonProps={{ 'aria-label': common('clearFilters') }}
        w={170}
        data={kinds.map((value) => ({ value, label: textOf(value, 'singular') }))}
        value={kind ?? null}
        onChange={(value) => setFilters({ kind: kinds.find((one) => one === value) })}
      />
    </ResourceList>
  );
}

function useColumns(): Column<TrashEntry>[] {
  const { t } = useTranslation('trash');
  const { t: history } = useTranslation('journal');
  const { textOf } = useRecordTexts();
  const { instant } = useFormat();
  return [
    {
      key: 'kind',
      header: t('kind'),
      cell: ({ kind }) => textOf(kind, 'singular'),
      sortBy: ({ kind }) => kind,
    },
    {
      key: 'title',
      place: 'first',
      header: t('record'),
      cell: ({ title }) => <Name>{title}</Name>,
      sortBy: ({ title }) => title || null,
    },
    {
      key: 'date',
      header: t('date'),
      cell: ({ date }) => date && <Day value={date} />,
      sortBy: ({ date }) => date,
    },
    {
      key: 'value',
      place: 'end',
      header: t('value'),
      align: 'end',
      cell: ({ value }) => value !== null && <Money value={value} />,
      sortBy: ({ value }) => (value === null ? null : toUnits(value)),
    },
    {
      key: 'deletedAt',
      header: t('deletedAt'),
      cell: ({ deletedAt }) => <span className="number">{instant(deletedAt)}</span>,
      sortBy: ({ deletedAt }) => deletedAt,
    },
    {
      key: 'deletedBy',
      header: t('deletedBy'),
      cell: ({ deletedByName }) => <Name>{deletedByName || history('operator')}</Name>,
      sortBy: ({ deletedByName }) => deletedByName || null,
    },
  ];
}

/** The day that counts, wherever the record has it. */
const dated = ({ date }: TrashEntry) => ({ date, dueDate: date });

const restored = (kind: TrashEntry['kind'], id: string): Promise<unknown> =>
  kind === 'attachments' ? client.attachments.restore.mutate({ attachmentID: id }) : restoreRecord(kind, id);

interface RestorationProps {
  readonly entry: TrashEntry;
  /** The day up to which its kind is closed, if its own is among those. */
  readonly closedThrough: DayText | undefined;
}

function Restoration({ entry: { kind, _id, title }, closedThrough }: RestorationProps) {
  const { t } = useTranslation('trash');
  const { textOf } = useRecordTexts();
  const change = useChange(kind);
  if (closedThrough) return <ClosedMark through={closedThrough} />;
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      leftSection={<IconArrowBackUp size={16} className="mirrored" aria-hidden />}
      aria-label={`${t('restore')}: ${textOf(kind, 'singular')} ${title}`}
      onClick={() => void change({ done: t('restored'), run: () => restored(kind, _id) })}
    >
      {t('restore')}
    </Button>
  );
}

/** Nothing takes it back, so it asks. */
function EraseButton({ entry: { _id: userID, title: name } }: { readonly entry: TrashEntry }) {
  const { t } = useTranslation('trash');
  const change = useChange('users');
  const confirm = useConfirm();
  const erase = () =>
    void change({
      done: (erased) => t('erased', { name: erased.name }),
      run: () => client.users.erase.mutate({ userID }),
    });
  return (
    <Button
      variant="subtle"
      color="red"
      size="compact-sm"
      leftSection={<IconEraser size={16} aria-hidden />}
      aria-label={`${t('erase')}: ${name}`}
      onClick={() =>
        confirm({
          title: t('eraseTitle', { name }),
          text: t('eraseText'),
          confirm: t('erase'),
          onConfirm: erase,
        })
      }
    >
      {t('erase')}
    </Button>
  );
}
