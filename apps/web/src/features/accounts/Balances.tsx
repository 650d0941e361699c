import { Alert, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.ts';
import { useWithPending } from '../../data/change.tsx';
import { useDescribedEditor } from '../../data/editor.tsx';
import { useMay } from '../../data/me.ts';
import { useResourceForm } from '../../data/ResourceForm.tsx';
import type { RecordOf } from '../../data/record-client.ts';
import { useColumns } from '../../data/record-description.ts';
import type { BankAccount } from '../../entities/accounts/AccountPicker.tsx';
import { useFormat } from '../../lib/format.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { PageSection } from '../../ui/PageHeader.tsx';
import { RecordDrawer } from '../../ui/RecordDrawer.tsx';
import { ErrorState, Loading } from '../../ui/states.tsx';
import { reading } from './AccountForm.tsx';

type Reading = RecordOf<'balanceReadings'>;

/** As many as are looked at. */
const MAX_READINGS = 10;

interface Props {
  readonly account: BankAccount;
}

/** What the bank said that was in the account, the latest first, and a line for today’s balance. */
export function Balances({ account }: Props) {
  const { t } = useTranslation('bankAccounts');
  const { t: readings } = useTranslation('balanceReadings');
  const may = useMay();
  const { data, error, refetch } = useQuery(
    api.balanceReadings.list.queryOptions({ account: account._id, limit: MAX_READINGS }),
  );
  const rows = useWithPending<Reading>(data?.items ?? [], 'balanceReadings');
  const { date, balance } = useColumns(reading);
  const { open, actions, form } = useDescribedEditor(reading, (row, close) => (
    <ReadingForm account={account} row={row} onClose={close} />
  ));
  return (
    <PageSection title={readings('title')}>
      {may('balanceReadings.create') && !account.isArchived && <NewReading account={account} />}
      {error && <ErrorState error={error} reset={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && (
        <DataTable
          label={readings('title')}
          columns={[date, balance]}
          rows={rows}
          rowKey={({ _id }) => _id}
          actions={actions}
          onOpen={open}
          empty={t('noBalances')}
        />
      )}
      {form}
    </PageSection>
  );
}

/** One line, since it is filled in every morning. */
function NewReading({ account }: Props) {
  const { t } = useTranslation('bankAccounts');
  const { t: common } = useTranslation();
  const { today } = useFormat();
  const { record, form, inputs } = useResourceForm(reading, {
    row: undefined,
    initial: { account: account._id, date: today() },
    next: false,
    onClose: () => form.reset(),
  });
  const { submit, busy, failure } = record;
  return (
    <form onSubmit={submit} noValidate className="new-reading no-print" aria-label={t('newBalance')}>
      {inputs.balance}
      {inputs.date}
      <Button component={BusyButton} type="submit" variant="default" loading={busy}>
        {common('save')}
      </Button>
      {failure && (
        <Alert color="red" role="alert">
          {failure}
        </Alert>
      )}
    </form>
  );
}

interface FormProps extends Props {
  /** Undefined: a new one. */
  readonly row: Reading | undefined;
  readonly onClose: () => void;
}

function ReadingForm({ account, row, onClose }: FormProps) {
  const initial = { account: account._id };
  const { record, inputs, title } = useResourceForm(reading, { row, initial, next: false, onClose });
  return (
    <RecordDrawer title={title} record={record} onClose={onClose}>
      {inputs.date}
      {inputs.balance}
    </RecordDrawer>
  );
}
