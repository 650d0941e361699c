import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format.ts';
import type { ConflictError } from '../../lib/record-changes.ts';
import { breakOf, type LogValues } from './values.ts';

/** What is said where somebody else was faster. */
export function useLogTexts() {
  const { t, i18n } = useTranslation('logs');
  const { money, number } = useFormat();
  const textOf = (values: LogValues, field: keyof LogValues) => {
    if (field === 'isAbsent') return t(values.isAbsent ? 'absent' : 'present');
    if (field === 'payment' && values.payment) return money(values.payment);
    if (field === 'breakMinutes' && values.breakMinutes) return number(breakOf(values.breakMinutes));
    return values[field] || '—';
  };
  const nameOf = (field: keyof LogValues) => (field === 'isAbsent' ? t('attendance') : t(`fields.${field}`));
  const list = new Intl.ListFormat(i18n.language);
  return {
    /** One field of a log, in words. */
    displayValue: textOf,
    duplicate: (names: readonly string[]) => t('recordedMeanwhile', { names: list.format(names) }),
    conflict: (name: string, { latest, fields }: ConflictError<LogValues>) =>
      t('changedBySomebody', {
        name,
        values: list.format(fields.map((field) => `${nameOf(field)}: ${textOf(latest.values, field)}`)),
      }),
  };
}
