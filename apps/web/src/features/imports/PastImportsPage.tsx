import type { Outputs } from '@daybook/client';
import { ActionIcon, Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.ts';
import { useFormat } from '../../lib/format.ts';
import { useIsNarrow } from '../../lib/narrow.ts';
import { nextPage, pageSize, useRows } from '../../lib/paging.ts';
import { Chip } from '../../ui/Chip.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { List } from '../../ui/states.tsx';
import { Name } from '../../ui/values.tsx';
import { ImportViews } from './ImportPage.tsx';
import { useUndoImport } from './undo.tsx';
import { useKindTitle } from './words.ts';

type Past = Outputs['imports']['list']['items'][number];

/** What was imported, latest first; each is undone with one button. */
export function PastImportsPage() {
  const { t } = useTranslation('imports');
  const query = useInfiniteQuery(api.imports.list.infiniteQueryOptions({ limit: pageSize }, nextPage));
  const { rows, more, hasMore } = useRows(query);
  return (
    <>
      <PageHeader title={t('title')} view={t('past.title')} views={<ImportViews />} />
      <List query={query} count={rows.length} hasMore={hasMore}>
        <DataTable
          label={t('past.title')}
          columns={useColumns()}
          rows={rows}
          rowKey={({ _id }) => _id}
          onEnd={more}
          empty={t('past.empty')}
          actions={(row) => <Undo row={row} />}
        />
      </List>
    </>
  );
}

function useColumns(): Column<Past>[] {
  const { t } = useTranslation('imports');
  const { instant, number } = useFormat();
  const titleOf = useKindTitle();
  return [
    {
      key: 'name',
      place: 'first',
      header: t('past.file'),
      cell: ({ name }) => <Name>{name}</Name>,
    },
    { key: 'kind', header: t('kind'), cell: ({ kind }) => titleOf(kind) },
    {
      key: 'at',
      header: t('past.at'),
      cell: ({ committedAt, createdAt }) => (
        <span className="number">{instant(committedAt ?? createdAt)}</span>
      ),
    },
    { key: 'by', header: t('past.by'), cell: ({ userName }) => <Name>{userName}</Name> },
    {
      key: 'created',
      place: 'end',
      align: 'end',
      header: t('past.created'),
      cell: ({ counts }) => <span className="number">{number(counts.create)}</span>,
    },
    {
      key: 'state',
      place: 'state',
      header: t('past.state'),
      cell: ({ undoneAt }) => (
        <Chip tone={undoneAt ? 'quiet' : 'success'}>{t(undoneAt ? 'past.undone' : 'past.done')}</Chip>
      ),
    },
  ];
}

function Undo({ row }: { readonly row: Past }) {
  const { t } = useTranslation('imports');
  const undo = useUndoImport(row);
  const isNarrow = useIsNarrow();
  if (row.undoneAt) return null;
  const icon = <IconArrowBackUp size={16} className="mirrored" aria-hidden />;
  const named = { 'aria-label': `${t('undo.run')}: ${row.name}`, onClick: () => undo() };
  // Its words would leave the row no room.
  if (isNarrow)
    return (
      <ActionIcon variant="subtle" size="lg" {...named}>
        {icon}
      </ActionIcon>
    );
  return (
    <Button variant="subtle" size="compact-sm" leftSection={icon} {...named}>
      {t('undo.run')}
    </Button>
  );
}
