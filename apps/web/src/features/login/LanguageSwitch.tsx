import { SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Language, languageOf, languages, setDeviceLanguage } from '../../i18n/i18n.ts';

/** The language of this device, before anybody's preferences are known. */
export function LanguageSwitch() {
  const { t, i18n } = useTranslation('login');
  return (
    <SegmentedControl
      aria-label={t('language')}
      value={languageOf(i18n.language) ?? 'en'}
      onChange={(language) => void setDeviceLanguage(language as Language)}
      data={Object.entries(languages).map(([value, { name }]) => ({ value, label: name }))}
    />
  );
}
