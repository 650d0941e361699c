import { type ImportKind, type ImportSummary, type Resource, resources } from '@daybook/domain';
import { useTranslation } from 'react-i18next';
import { useRecordTexts } from '../../data/record-description.ts';
import { useFormat } from '../../lib/format.ts';

/** What records of a kind are called. */
export function useKindTitle() {
  const { t } = useTranslation(resources as readonly Resource[]);
  return (kind: ImportSummary['kind']): string => (kind === 'manager-2' ? 'Manager-2.0' : t(`${kind}:title`));
}

/** What a field is called; beside a name there may be the identifier of the same. */
export function useFieldTitle() {
  const { fieldOf } = useRecordTexts();
  return (kind: ImportKind, field: string): string =>
    field.endsWith('ID') ? `${fieldOf(kind, field.slice(0, -2))} (ID)` : fieldOf(kind, field);
}

interface Created {
  readonly kind: ImportSummary['kind'];
  readonly created: number;
  readonly payees: number;
}

/** Bills (180) and payees (4). */
export function useCreatedText() {
  const titleOf = useKindTitle();
  const { and, number } = useFormat();
  return ({ kind, created, payees }: Created): string =>
    and(
      `${titleOf(kind)} (${number(created)})`,
      ...(payees > 0 && kind !== 'payees' ? [`${titleOf('payees')} (${number(payees)})`] : []),
    );
}
