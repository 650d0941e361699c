import { useTranslation } from 'react-i18next';
import { type Conflict, type Seen, toldOf } from '../../lib/conflict.ts';
import type { LogValues } from './logic/values.ts';

/** What is said where somebody else was faster. */
export function useLogTexts() {
  const { t, i18n } = useTranslation('logs');
  const now = (seen: Seen<LogValues>, field: keyof LogValues) =>
    field === 'isAbsent' ? t(seen.values.isAbsent ? 'absent' : 'present') : toldOf(seen, field);
  const nameOf = (field: keyof LogValues) => (field === 'isAbsent' ? t('attendance') : t(field));
  const list = new Intl.ListFormat(i18n.language);
  return {
    /** In one field of a log, in words. */
    now,
    recorded: (names: readonly string[]) => t('recordedMeanwhile', { names: list.format(names) }),
    conflict: (name: string, { now: seen, fields }: Conflict<LogValues>) =>
      t('changedBySomebody', {
        name,
        values: list.format(fields.map((field) => `${nameOf(field)}: ${now(seen, field)}`)),
      }),
  };
}
