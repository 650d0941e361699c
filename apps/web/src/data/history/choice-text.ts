import type { ChequeStatus, Preferences, Role } from '@daybook/domain';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format.ts';

type Theme = NonNullable<Preferences['theme']>;

/** What one of several values of a field is called; undefined where the field holds something else. */
export function useChoiceText() {
  const { t } = useTranslation();
  const { t: cheques } = useTranslation('cheques');
  const { t: settings } = useTranslation('settings');
  const { locale, weekdayName } = useFormat();
  const named = (type: 'language' | 'calendar', value: string) =>
    new Intl.DisplayNames(locale, { type }).of(value) ?? value;
  const texts: Readonly<Record<string, (value: string) => string>> = {
    accessLevel: (value) => t(`roles.${value as Role}`),
    status: (value) => cheques(`statuses.${value as ChequeStatus}`),
    'preferences.theme': (value) => settings(`themes.${value as Theme}`),
    'preferences.language': (value) => named('language', value),
    'preferences.calendar': (value) => named('calendar', value),
    'preferences.firstDayOfWeek': (value) => weekdayName(Number(value)),
  };
  return (field: string, value: unknown) => texts[field]?.(String(value));
}
