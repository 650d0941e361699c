import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { api } from '../../../api.ts';
import { Asked } from '../Asked.tsx';
import { Back } from '../Back.tsx';
import { FormEditor } from './FormEditor.tsx';

/** The positions on the cheque form of a bank account, and a sheet to try them. */
export function FormPrintPage() {
  const { bankAccountID } = useParams({ from: '/staff/print/form/$bankAccountID' });
  const account = useQuery(api.bankAccounts.get.queryOptions({ bankAccountID }));
  const settings = useQuery(api.settings.get.queryOptions());
  return (
    <>
      <Back />
      <Asked of={[account, settings]}>
        {(known, business) => <FormEditor key={known._id} account={known} settings={business} />}
      </Asked>
    </>
  );
}
