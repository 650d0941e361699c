import { Button, CopyButton, Group, type PasswordInputProps, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCheck, IconCopy, IconWand } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { strongPassword } from '../lib/passwords.ts';
import { PasswordField } from './PasswordField.tsx';

interface Props extends Omit<PasswordInputProps, 'value' | 'onChange'> {
  readonly value?: string;
  readonly onChange?: (password: string) => void;
}

/** A password to be set: shown on demand, or made by chance and then copied. */
export function NewPasswordInput({ value = '', onChange, ...props }: Props) {
  const { t } = useTranslation();
  const [visible, { toggle, open }] = useDisclosure();
  const make = () => {
    onChange?.(strongPassword());
    open();
  };
  return (
    <Stack gap={6}>
      <PasswordField
        value={value}
        onChange={({ currentTarget }) => onChange?.(currentTarget.value)}
        visible={visible}
        onVisibilityChange={toggle}
        description={t('password.rule')}
        autoComplete="new-password"
        {...props}
      />
      <Group gap="xs">
        <Button
          size="compact-sm"
          variant="light"
          leftSection={<IconWand size={14} aria-hidden />}
          onClick={make}
        >
          {t('password.make')}
        </Button>
        {value !== '' && (
          <CopyButton value={value}>
            {({ copied, copy }) => (
              <Button
                size="compact-sm"
                variant="subtle"
                leftSection={
                  copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />
                }
                onClick={copy}
              >
                {t(copied ? 'password.copied' : 'password.copy')}
              </Button>
            )}
          </CopyButton>
        )}
      </Group>
    </Stack>
  );
}
