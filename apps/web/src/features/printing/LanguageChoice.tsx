import { NativeSelect } from '@mantine/core';
import { languages, nameOf } from '../../i18n/languages.ts';

interface Props {
  readonly label: string;
  readonly value: string;
  /** What stands for no language; without it there is always one. */
  readonly none?: string;
  readonly onChange: (language: string) => void;
}

/** The language of a printout. */
export function LanguageChoice({ label, value, none, onChange }: Props) {
  return (
    <NativeSelect label={label} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
      {none !== undefined && <option value="">{none}</option>}
      {languages.map((language) => (
        <option key={language} value={language} lang={language}>
          {nameOf(language)}
        </option>
      ))}
    </NativeSelect>
  );
}
