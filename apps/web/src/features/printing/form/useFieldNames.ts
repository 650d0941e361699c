import { useTranslation } from 'react-i18next';
import type { FieldName } from '../logic/places.ts';

/** What the fields of a cheque are called. */
export function useFieldNames(): Readonly<Record<FieldName, string>> {
  const { t } = useTranslation('printing');
  return {
    date: t('fields.date'),
    payee: t('fields.payee'),
    amount: t('fields.amount'),
    words: t('fields.words'),
    wordsSecondLine: t('fields.wordsSecondLine'),
    crossed: t('fields.crossed'),
  };
}
