import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { setDeviceLanguage } from '../../i18n/i18n.ts';
import { languageOf, languages, nameOf } from '../../i18n/languages.ts';

/** The language of this device, before anybody's preferences are known. */
export function LanguageSwitch() {
  const { t, i18n } = useTranslation('login');
  return (
    <NativeSelect
      aria-label={t('language')}
      value={languageOf(i18n.language)}
      onChange={({ currentTarget }) => void setDeviceLanguage(currentTarget.value)}
    >
      {languages.map((language) => (
        <option key={language} value={language} lang={language}>
          {nameOf(language)}
        </option>
      ))}
    </NativeSelect>
  );
}
