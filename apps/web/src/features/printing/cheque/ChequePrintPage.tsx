import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { api } from '../../../api.ts';
import { Asked } from '../Asked.tsx';
import { Back } from '../Back.tsx';
import { ChequePrint } from './ChequePrint.tsx';

/** One cheque on the form of its bank. */
export function ChequePrintPage() {
  const { chequeID } = useParams({ from: '/staff/print/cheque/$chequeID' });
  const cheque = useQuery(api.cheques.get.queryOptions({ chequeID }));
  const settings = useQuery(api.settings.get.queryOptions());
  return (
    <>
      <Back />
      <Asked of={[cheque, settings]}>
        {(known, business) => <ChequePrint cheque={known} settings={business} />}
      </Asked>
    </>
  );
}
