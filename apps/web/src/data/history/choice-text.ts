import type { ChequeStatus, JournalKind, PayEntryKind, Rate, Role, Settlement } from '@daybook/domain';
import { useTranslation } from 'react-i18next';

type RateBasis = Rate['basis'];
type SettlementStatus = Settlement['status'];

/** What one of several values of a field is called; undefined where the field holds something else. */
export function useChoiceText() {
  const { t } = useTranslation();
  const { t: cheques } = useTranslation('cheques');
  const { t: payEntries } = useTranslation('payEntries');
  const { t: rates } = useTranslation('rates');
  const { t: settlements } = useTranslation('settlements');
  const texts: Readonly<Record<string, (value: string) => string>> = {
    accessLevel: (value) => t(`roles.${value as Role}`),
    'cheques.status': (value) => cheques(`statuses.${value as ChequeStatus}`),
    'settlements.status': (value) => settlements(`statuses.${value as SettlementStatus}`),
    'payEntries.kind': (value) => payEntries(`kinds.${value as PayEntryKind}`),
    'tokens.scopes': (value) => value.replaceAll(',', ', '),
    'rates.basis': (value) => rates(`bases.${value as RateBasis}`),
  };
  return (kind: JournalKind, field: string, value: unknown) =>
    (texts[`${kind}.${field}`] ?? texts[field])?.(String(value));
}
