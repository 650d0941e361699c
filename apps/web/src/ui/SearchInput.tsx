import { CloseButton, TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

interface Props extends Omit<TextInputProps, 'value' | 'onChange'> {
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** Text to search for; asked a moment after the last key. */
export function SearchInput({ value, onChange, ...props }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(value ?? '');
  const tell = useDebouncedCallback((text: string) => onChange(text || undefined), {
    delay: 300,
    flushOnUnmount: false,
  });
  useEffect(() => setTyped(value ?? ''), [value]);
  const type = (text: string) => {
    setTyped(text);
    tell(text);
  };
  return (
    <TextInput
      type="search"
      label={t('search')}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        typed && (
          <CloseButton size="sm" aria-label={`${t('clear')}: ${t('search')}`} onClick={() => type('')} />
        )
      }
      value={typed}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      {...props}
    />
  );
}
