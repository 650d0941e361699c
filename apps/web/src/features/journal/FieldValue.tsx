import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.ts';
import { useFormat } from '../../lib/format.ts';
import { Code, LongCode, Money, Name } from '../../ui/Values.tsx';

/** The value of a field as people read it: names for identifiers, amounts and days in their own way. */
export function FieldValue({ field, value }: { readonly field: string; readonly value: unknown }) {
  const { t } = useTranslation('journal');
  const { day, instant } = useFormat();
  if (value === null || value === undefined || value === '') return <span>—</span>;
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (field === 'value' || field === 'payment') return <Money value={text} />;
  if (field === 'date' || field === 'dueDate') return <span className="number">{day(text)}</span>;
  if (field === 'startingTime' || field === 'finishingTime') return <Code>{text.slice(0, 5)}</Code>;
  if (field === 'passwordChangedAt') return <span className="number">{instant(text)}</span>;
  if (field === 'worker') return <UserName userID={text} />;
  if (field === 'payee') return <PayeeName payeeID={text} />;
  return field === 'preferences' ? <LongCode>{text}</LongCode> : <Name>{text}</Name>;
}

// Those who were deleted have no name to look up any more.
function UserName({ userID }: { readonly userID: string }) {
  const { data } = useQuery(api.users.get.queryOptions({ userID }));
  return <Name>{data?.fullName ?? userID}</Name>;
}

function PayeeName({ payeeID }: { readonly payeeID: string }) {
  const { data } = useQuery(api.payees.get.queryOptions({ payeeID }));
  return <Name>{data?.name ?? payeeID}</Name>;
}
