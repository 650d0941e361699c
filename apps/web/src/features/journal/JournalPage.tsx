import { journalActions, journalKinds } from '@daybook/domain';
import { Anchor, Select, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.ts';
import { ResourceList } from '../../data/ResourceList.tsx';
import { useRecordTexts } from '../../data/record-texts.ts';
import { useFormat } from '../../lib/format.ts';
import { nextPage, pageSize } from '../../lib/rows.ts';
import { useFilters } from '../../lib/search.ts';
import type { Column } from '../../ui/DataTable.tsx';
import { RangeFilter } from '../../ui/RangeFilter.tsx';
import { Name } from '../../ui/Values.tsx';
import { FieldValue } from './FieldValue.tsx';
import { type Entry, fieldChanges } from './field-changes.ts';
import { JournalSearch } from './search.ts';

const exportColumns = (['at', 'actorName', 'action', 'kind', 'record', 'before', 'after'] as const).map(
  (header) => ({
    header,
    value: (entry: Entry) => {
      const value = entry[header];
      return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
    },
  }),
);

/** Who changed what, and when: as the database itself wrote it down. */
export function JournalPage() {
  const { t } = useTranslation('journal');
  const { t: common } = useTranslation();
  const { textOf } = useRecordTexts();
  const [filters, setFilters] = useFilters(JournalSearch);
  const query = useInfiniteQuery(
    api.journal.list.infiniteQueryOptions({ ...filters, limit: pageSize }, nextPage),
  );
  const people = useQuery(api.users.list.queryOptions({}));
  const clear = { clearable: true, clearButtonProps: { 'aria-label': common('clearFilters') }, w: 170 };

  return (
    <ResourceList
      resource="journal"
      fileName="history"
      filters={filters}
      setFilters={setFilters}
      query={query}
      columns={useColumns()}
      exportColumns={exportColumns}
    >
      <RangeFilter value={filters} onChange={setFilters} w={150} />
      <Select
        label={t('actor')}
        placeholder={common('all')}
        searchable
        data={(people.data?.items ?? []).map(({ _id, fullName }) => ({ value: _id, label: fullName }))}
        value={filters.actor ?? null}
        onChange={(actor) => setFilters({ actor: actor ?? undefined })}
        {...clear}
      />
      <Select
        label={t('kind')}
        placeholder={common('all')}
        data={journalKinds.map((value) => ({ value, label: textOf(value, 'singular') }))}
        value={filters.kind ?? null}
        onChange={(value) => setFilters({ kind: journalKinds.find((kind) => kind === value) })}
        {...clear}
      />
      <Select
        label={t('action')}
        placeholder={common('all')}
        data={journalActions.map((value) => ({ value, label: t(`actions.${value}`) }))}
        value={filters.action ?? null}
        onChange={(value) => setFilters({ action: journalActions.find((action) => action === value) })}
        {...clear}
      />
    </ResourceList>
  );
}

function useColumns(): Column<Entry>[] {
  const { t } = useTranslation('journal');
  const { instant } = useFormat();
  const { textOf } = useRecordTexts();
  return [
    { key: 'at', header: t('at'), cell: ({ at }) => <span className="number">{instant(at)}</span> },
    { key: 'actor', header: t('actor'), cell: ({ actorName }) => <Name>{actorName || t('operator')}</Name> },
    {
      key: 'record',
      header: t('record'),
      cell: ({ kind, action, record }) => (
        <span>
          {t(`actions.${action}`)}:{' '}
          <Anchor
            component={Link}
            to="/history"
            search={{ record } as never}
            inherit
            underline="always"
            title={t('ofRecord')}
          >
            {textOf(kind, 'singular')}
          </Anchor>
        </span>
      ),
    },
    { key: 'changes', header: t('changes'), cell: (entry) => <Changes entry={entry} /> },
  ];
}

function Changes({ entry }: { readonly entry: Entry }) {
  const { t } = useTranslation('journal');
  const { fieldOf } = useRecordTexts();
  const changes = fieldChanges(entry).map(({ field, before, after }) => (
    <Text key={field} size="sm" component="div">
      <Text span c="dimmed">
        {fieldOf(entry.kind, field)}:
      </Text>{' '}
      {entry.action !== 'create' && <FieldValue resource={entry.kind} field={field} value={before} />}
      {entry.action === 'update' && ` ${t('becomes')} `}
      {entry.action !== 'delete' && <FieldValue resource={entry.kind} field={field} value={after} />}
    </Text>
  ));
  return <div>{changes}</div>;
}
