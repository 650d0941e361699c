import { journalActions, journalKinds } from '@daybook/domain';
import { Button, Select, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.ts';
import { EntryList } from '../../data/history/history.tsx';
import { useListFiles } from '../../data/list-files.ts';
import { useRecordTexts } from '../../data/record-description.ts';
import { nextPage, useRows } from '../../lib/paging.ts';
import { inOrder, useFilters } from '../../lib/search.ts';
import { ExportMenu } from '../../ui/ExportMenu.tsx';
import { FilterBar, RangeFilter } from '../../ui/FilterBar.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Picker } from '../../ui/Picker.tsx';
import { List } from '../../ui/states.tsx';
import { JournalSearch } from '../search.ts';

/** Sentences come in smaller pages than the rows of a table. */
const pageSize = 100;
const noFilters = {
  kind: undefined,
  action: undefined,
  actor: undefined,
  record: undefined,
  from: undefined,
  to: undefined,
};

/** Who changed what, and when: as the database itself wrote it down, in sentences. */
export function JournalPage() {
  const { t } = useTranslation('journal');
  const { t: common } = useTranslation();
  const { textOf } = useRecordTexts();
  const [filters, setFilters] = useFilters(JournalSearch);
  const wanted = inOrder(filters);
  const query = useInfiniteQuery(
    api.journal.list.infiniteQueryOptions({ ...wanted, limit: pageSize }, nextPage),
  );
  const { rows, more, all, hasMore } = useRows(query);
  const files = useListFiles({ path: '/journal', filters: wanted });
  const filterCount = Object.values(filters).filter((value) => value !== undefined).length;
  const people = useQuery(api.users.list.queryOptions({}));
  const clear = { clearable: true, clearButtonProps: { 'aria-label': common('clearFilters') }, w: 170 };

  return (
    <>
      <PageHeader title={t('title')}>
        <ExportMenu name="history" files={files} rows={all} />
      </PageHeader>
      <FilterBar count={filterCount} onClear={() => setFilters(noFilters)}>
        <RangeFilter value={filters} onChange={setFilters} w={150} />
        <Picker
          label={t('actor')}
          placeholder={common('all')}
          choices={(people.data?.items ?? []).map(({ _id, fullName }) => ({ value: _id, label: fullName }))}
          value={filters.actor}
          onChange={(actor) => setFilters({ actor })}
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
      </FilterBar>
      <List query={query} count={rows.length} hasMore={hasMore}>
        {rows.length === 0 && <Text c="dimmed">{common(filterCount > 0 ? 'nothingFound' : 'nothing')}</Text>}
        <EntryList entries={rows} />
        {hasMore && (
          <Button variant="default" className="no-print" onClick={more}>
            {common('more')}
          </Button>
        )}
      </List>
    </>
  );
}
