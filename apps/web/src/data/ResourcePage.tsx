import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type ListSearch, useFilters } from '../lib/search.ts';
import type { Column } from '../ui/DataTable.tsx';
import { DayFilter } from '../ui/DayInput.tsx';
import { SearchInput } from '../ui/FilterBar.tsx';
import { useDescribedEditor } from './editor.tsx';
import type { Field, FilterProps } from './fields.tsx';
import { ResourceList } from './ResourceList.tsx';
import { type ListedResource, listQuery, type RecordOf } from './record-client.ts';
import {
  entriesOf,
  type FieldsOf,
  type RecordDescription,
  useColumns,
  useRecordTexts,
} from './record-description.ts';

interface Props<R extends ListedResource, F extends FieldsOf<R>> {
  readonly description: RecordDescription<R, F>;
  /** What stands in its address: `sort`, `search`, `from`, `to`, and filters by the names of described fields. */
  readonly search: ListSearch;
  /** By field: how its column differs from others of its kind. */
  readonly columns?: { readonly [N in keyof F]?: Partial<Column<RecordOf<R>>> };
  /** Where it is more than the fields one under the other. */
  readonly form?: (row: RecordOf<R> | undefined, close: () => void) => ReactNode;
  /** What a click on a row does, if not open the form. */
  readonly onOpen?: (row: RecordOf<R>) => void;
}

/**
 * A page that is wholly described: list, filters, form, removal and file.
 */
export function ResourcePage<R extends ListedResource, F extends FieldsOf<R>>({
  description,
  search,
  columns,
  form,
  onOpen,
}: Props<R, F>) {
  const { resource, fields } = description;
  const { fieldOf } = useRecordTexts();
  const [filters, setFilters] = useFilters(search);
  const { sort: _, ...wanted } = filters;
  const names = Object.keys(search.shape).filter((name) => name !== 'sort' && name !== 'search');
  const kinds = new Map(entriesOf(fields));
  return (
    <ResourceList
      resource={resource}
      filters={filters}
      setFilters={setFilters}
      query={useInfiniteQuery(listQuery(resource, wanted))}
      columns={Object.values<Column<RecordOf<R>>>(useColumns(description, columns))}
      address={{
        path: `/${resource.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
        filters: wanted,
      }}
      editor={useDescribedEditor(description, form)}
      {...(onOpen && { onOpen })}
      searchField={
        'search' in search.shape && (
          <SearchInput value={filters.search} onChange={(value) => setFilters({ search: value })} />
        )
      }
    >
      {names.length > 0 &&
        names.map((name) => (
          <Filter
            key={name}
            name={name}
            kind={kinds.get(name)}
            label={fieldOf(resource, name)}
            value={filters[name]}
            onChange={(value) => setFilters({ [name]: value })}
          />
        ))}
    </ResourceList>
  );
}

interface NamedFilter extends FilterProps {
  readonly name: string;
  readonly kind: Field<unknown> | undefined;
}

function Filter({ name, kind, ...props }: NamedFilter) {
  const { t } = useTranslation();
  const { value, onChange } = props;
  if (name === 'from' || name === 'to')
    return <DayFilter w={140} value={value} onChange={onChange} label={t(name)} />;
  if (!kind?.filter) throw new Error(`There is no filter by ${name}.`);
  return kind.filter(props);
}
