import { isOpen } from '@daybook/domain';
import { Anchor, Text } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.ts';
import { useMay } from '../../data/me.ts';
import { ResourceList } from '../../data/ResourceList.tsx';
import { AccountPicker, useAccounts } from '../../entities/accounts/AccountPicker.tsx';
import {
  type Cheque,
  choicesOf,
  isRemovableCheque,
  parameterOf,
  type StatusChoice,
  statusChoices,
  statusesOf,
} from '../../entities/cheques/cheque.ts';
import { DueFigures } from '../../entities/cheques/DueFigures.tsx';
import { useChequeEditor } from '../../entities/cheques/useChequeEditor.tsx';
import { useChequeTable } from '../../entities/cheques/useChequeTable.tsx';
import { PayeePicker } from '../../entities/payees/PayeePicker.tsx';
import { useFormat } from '../../lib/format.ts';
import { nextPage, pageSize } from '../../lib/paging.ts';
import { inOrder, useFilters } from '../../lib/search.ts';
import { RangeFilter, SearchInput } from '../../ui/FilterBar.tsx';
import { MultiPicker } from '../../ui/Picker.tsx';
import { Code, Name } from '../../ui/values.tsx';
import { ChequesSearch } from '../search.ts';
import { ChequesHeader, PastDueNotice } from './ChequesHeader.tsx';
import { useBulkForms } from './PastDuePage.tsx';
import { NewChequeSeries } from './series/SeriesForm.tsx';

interface Props {
  /** As in the address. */
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** Several statuses; those of open cheques at once. */
export function StatusFilter({ value, onChange }: Props) {
  const { t } = useTranslation('cheques');
  const { t: common } = useTranslation();
  const chosen = choicesOf(value);
  const choices = statusChoices.map((choice) => ({
    value: choice,
    label: choice === 'open' ? t('open') : t(`statuses.${choice}`),
  }));
  return (
    <MultiPicker
      label={t('status')}
      w={chosen.length > 1 ? 300 : 180}
      // What is typed has the room that is left.
      styles={{ inputField: { minWidth: 20 } }}
      {...(chosen.length === 0 && { placeholder: common('all') })}
      choices={choices}
      value={[...chosen]}
      onChange={(values) => onChange(parameterOf(values as StatusChoice[]))}
    />
  );
}

/** Cheques of the serial that is searched for, whose statuses are not among those shown. */
function WithSerial({ cheques }: { readonly cheques: readonly Cheque[] }) {
  const { t } = useTranslation('cheques');
  const { money } = useFormat();
  return (
    <Text size="sm" mb="sm" role="status">
      {t('withSerial', { count: cheques.length })}
      {cheques.map(({ _id, status, payeeName, value }) => (
        <Anchor key={_id} component={Link} to={`/cheques/${_id}` as string} inherit display="block">
          {t(`statuses.${status}`)} · <Name>{payeeName}</Name> · <Code>{money(value)}</Code>
        </Anchor>
      ))}
    </Text>
  );
}

/** Begins with what comes next: open cheques, the nearest due date first. */
export function ChequesPage() {
  const { t } = useTranslation('cheques');
  const { t: common } = useTranslation();
  const [filters, setFilters] = useFilters(ChequesSearch);
  const { sort: _, status, ...others } = inOrder(filters);
  const statuses = statusesOf(status);
  const isOfOpen = statuses?.every(isOpen) ?? false;
  const wanted = { ...others, status: statuses?.join() };
  const query = useInfiniteQuery(
    api.cheques.list.infiniteQueryOptions({ ...wanted, limit: pageSize }, nextPage),
  );
  const summary = useQuery({
    ...api.cheques.summary.queryOptions(wanted),
    placeholderData: keepPreviousData,
  });
  // A serial that was typed exactly is not hidden by the statuses that are shown.
  const serial = useQuery({
    ...api.cheques.list.queryOptions({ serial: wanted.search, limit: 10 }),
    enabled: wanted.search !== undefined && statuses !== undefined,
  });
  const hidden =
    wanted.search === undefined
      ? []
      : (serial.data?.items ?? []).filter(({ status }) => !statuses?.includes(status));
  const may = useMay();
  const editor = useChequeEditor();
  const hasAccounts = (useAccounts() ?? []).length > 0;
  const inAll = (
    <Anchor
      component={Link}
      to="/cheques"
      search={(old: object) => ({ ...old, status: 'all' }) as never}
      inherit
      display="block"
      className="no-print"
    >
      {t('showAll')}
    </Anchor>
  );
  return (
    <ResourceList
      resource="cheques"
      isRemovable={isRemovableCheque}
      bulkForms={useBulkForms(editor.ask)}
      header={(buttons) => (
        <ChequesHeader view="register">
          {may('cheques.addSeries') && <NewChequeSeries />}
          {buttons}
        </ChequesHeader>
      )}
      filters={filters}
      setFilters={setFilters}
      query={query}
      address={{ path: '/cheques', filters: wanted }}
      editor={editor}
      aboveFilters={<PastDueNotice />}
      figures={<DueFigures filters={wanted} isOfOpen={isOfOpen} />}
      belowFilters={hidden.length > 0 && <WithSerial cheques={hidden} />}
      {...(isOfOpen && { defaultSort: 'dueDate' })}
      clearsSort
      {...(status === undefined && {
        empty: (
          <>
            {t('noneOpen')} {inAll}
          </>
        ),
        nothingFound: (
          <>
            {t('noneOpenFound')} {inAll}
          </>
        ),
      })}
      {...useChequeTable({ total: summary.data?.total, isOfOpen })}
      searchField={
        <SearchInput w={140} value={wanted.search} onChange={(search) => setFilters({ search })} />
      }
    >
      <PayeePicker
        w={160}
        placeholder={common('all')}
        value={wanted.payee}
        onChange={(payee) => setFilters({ payee })}
      />
      {(hasAccounts || wanted.account !== undefined) && (
        <AccountPicker
          w={160}
          isOfAll
          placeholder={common('all')}
          value={wanted.account}
          onChange={(account) => setFilters({ account })}
        />
      )}
      <StatusFilter value={status} onChange={(value) => setFilters({ status: value })} />
      <RangeFilter
        w={130}
        labels={{ from: t('dueFrom'), to: t('dueTo') }}
        value={filters}
        onChange={setFilters}
      />
    </ResourceList>
  );
}
