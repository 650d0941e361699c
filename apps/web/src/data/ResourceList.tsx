import { type Resource, resources } from '@daybook/domain';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAnnouncedNotes } from '../lib/live.ts';
import { type Page, useRows } from '../lib/paging.ts';
import { useHighlighted } from '../lib/text.ts';
import { sortRows } from '../ui/columns.ts';
import { type Column, DeferredTable } from '../ui/DataTable.tsx';
import { ExportMenu } from '../ui/ExportMenu.tsx';
import { FilterBar, SortMenu } from '../ui/FilterBar.tsx';
import { NewButton, PageHeader } from '../ui/PageHeader.tsx';
import { EmptyState, List } from '../ui/states.tsx';
import { BulkBar } from './BulkBar.tsx';
import type { BulkAction, BulkForm } from './bulk.ts';
import { useWithPending } from './change.tsx';
import type { RecordEditor } from './editor.tsx';
import { type ListAddress, useListFiles } from './list-files.ts';
import { useImportable } from './me.ts';
import { bulkRemoval } from './removal.ts';
import { SavedViews } from './SavedViews.tsx';
import { useSelection } from './useSelection.tsx';

const listed = [...resources, 'trash'] as const;

type Explained = 'bills' | 'payees' | 'bankAccounts';
/** Resources whose empty list says what they are for. */
const explained: ReadonlySet<Resource | 'trash'> = new Set<Explained>(['bills', 'payees', 'bankAccounts']);

interface Filters {
  readonly sort?: string | undefined;
  readonly [name: string]: string | undefined;
}

interface Props<T, F extends Filters> {
  /** Its texts are the heading and what the button that begins a new record says. */
  readonly resource: Resource | 'trash';
  /** Of the exported file, without its ending; else that of the resource. */
  readonly fileName?: string;
  /** In the place of a plain heading; takes the buttons of the list. */
  readonly header?: (buttons: ReactNode) => ReactNode;
  /** As in the address. `sort` is no filter: the button that clears the filters leaves it. */
  readonly filters: F;
  readonly setFilters: (changes: Partial<F>) => void;
  readonly query: UseInfiniteQueryResult<InfiniteData<Page<T>>, unknown>;
  readonly columns: readonly Column<T>[];
  /** The list as the service makes a file of it. */
  readonly address: ListAddress;
  readonly rowClass?: (row: T) => string | undefined;
  /** Without it nothing can be done with the records, and none can be selected; see `useRecordEditor`. */
  readonly editor?: RecordEditor<T>;
  /** What can be done to several rows at once, besides a removal. */
  readonly bulkActions?: readonly BulkAction<T>[];
  /** Which rows can be removed; without it all. */
  readonly isRemovable?: (row: T) => boolean;
  /** The same by forms of their own. */
  readonly bulkForms?: readonly BulkForm<T>[];
  /** Instead of the editor's. */
  readonly actions?: (row: T) => ReactNode;
  /** What a click on a row does; else the editor's. */
  readonly onOpen?: (row: T) => void;
  readonly aboveFilters?: ReactNode;
  /** Totals; see `FilterBar`. */
  readonly figures?: ReactNode;
  /** The field of the filter bar that is used most. */
  readonly searchField?: ReactNode;
  /** The other fields of the filter bar. */
  readonly children?: ReactNode;
  readonly belowFilters?: ReactNode;
  /** What stands in the place of rows where there are none. */
  readonly empty?: ReactNode;
  /** The same where filters are set; else that nothing matches them. */
  readonly nothingFound?: ReactNode;
  /** The order where the address has none; else the service's own. */
  readonly defaultSort?: string | undefined;
  /** Whether clearing the filters also takes the order away, since something else than a header set it. */
  readonly clearsSort?: boolean;
}

/** A page that lists records: heading with export and "new", filters, and a table that loads more as it is scrolled. */
export function ResourceList<
  T extends { readonly _id: string; readonly version?: number },
  F extends Filters,
>({
  resource,
  fileName = resource,
  header,
  filters,
  setFilters,
  query,
  columns,
  address,
  rowClass,
  editor,
  bulkActions = [],
  isRemovable,
  bulkForms,
  actions = editor?.actions,
  onOpen = editor?.open,
  aboveFilters,
  figures,
  searchField,
  children,
  belowFilters,
  empty,
  nothingFound,
  defaultSort,
  clearsSort = false,
}: Props<T, F>) {
  const { t } = useTranslation();
  const { t: textOf } = useTranslation(listed);
  const title = textOf(`${resource}:title`);
  const { sort = defaultSort, ...others } = filters;
  const highlighted = useHighlighted();
  const { rows: loaded, more, all, hasMore } = useRows(query, sort !== undefined);
  const rows = useWithPending(loaded, resource);
  const selection = useSelection({
    rows,
    order: () => sortRows(rows, columns, sort),
    nameOf: (row) => editor?.nameOf(row) ?? '',
  });
  useAnnouncedNotes(rows.map((row) => ({ record: row._id, name: editor?.nameOf(row) ?? '' })));
  const isSelectable = editor !== undefined && resource !== 'trash';
  const filterCount = Object.values(others).filter((value) => value !== undefined).length;
  const isFiltered = filterCount > 0;
  const onSort = (value: string | undefined) => setFilters({ sort: value } as Partial<F>);
  const cleared = Object.fromEntries(
    Object.keys(clearsSort ? filters : others).map((name) => [name, undefined]),
  );
  const clear = () => setFilters(cleared as Partial<F>);
  const buttons = (
    <>
      <ExportMenu
        name={fileName}
        files={useListFiles(address)}
        rows={all}
        imports={useImportable(resource)}
      />
      {editor?.create && resource !== 'trash' && (
        <NewButton onClick={editor.create}>{textOf(`${resource}:new`)}</NewButton>
      )}
    </>
  );
  return (
    <>
      {header ? header(buttons) : <PageHeader title={title}>{buttons}</PageHeader>}
      {aboveFilters}
      <FilterBar
        search={searchField}
        count={filterCount}
        onClear={clear}
        figures={figures}
        order={
          <>
            <SortMenu columns={columns} sort={sort} onSort={onSort} />
            {isSelectable && selection.begin}
          </>
        }
      >
        {children}
      </FilterBar>
      {/* Under the field in which one types, which stays where it is. */}
      <SavedViews filters={filters} />
      {belowFilters}
      {isSelectable && selection.allBox}
      <List query={query} count={rows.length} hasMore={hasMore}>
        <DeferredTable
          label={title}
          columns={isSelectable ? [selection.column, ...columns] : columns}
          rows={rows}
          rowKey={idOf}
          sort={sort}
          onSort={onSort}
          isSortedElsewhere
          onEnd={more}
          rowClass={(row) =>
            [rowClass?.(row), row._id === highlighted && 'just-saved'].filter(Boolean).join(' ') || undefined
          }
          empty={
            isFiltered ? (
              <EmptyState action={{ text: t('clearFilters'), run: clear }}>
                {nothingFound ?? t('nothingFound')}
              </EmptyState>
            ) : (
              <EmptyState
                action={
                  editor?.create && resource !== 'trash'
                    ? { text: textOf(`${resource}:new`), run: editor.create }
                    : undefined
                }
              >
                {empty ??
                  (explained.has(resource) ? textOf('empty', { ns: resource as Explained }) : t('nothing'))}
              </EmptyState>
            )
          }
          actions={selection.tap ? undefined : actions}
          onOpen={selection.tap ?? onOpen}
        />
      </List>
      {editor && resource !== 'trash' && (
        <BulkBar
          resource={resource}
          rows={selection.selected}
          actions={[...bulkActions, bulkRemoval(resource, editor.nameOf, isRemovable)]}
          forms={bulkForms}
          address={address}
          onClear={selection.clear}
        />
      )}
      {editor?.form}
    </>
  );
}

const idOf = ({ _id }: { readonly _id: string }) => _id;
