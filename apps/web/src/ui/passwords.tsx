import {
  Alert,
  Button,
  CopyButton,
  Group,
  PasswordInput,
  type PasswordInputProps,
  Stack,
  Text,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCheck, IconCopy, IconWand } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** A password: shown on demand, also by keyboard; says where Caps Lock is on. */
export function PasswordField(props: PasswordInputProps) {
  const { t } = useTranslation();
  const [shown, { toggle }] = useDisclosure();
  const [capsLock, setCapsLock] = useState(false);
  const watch = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  const visible = props.visible ?? shown;
  return (
    <div>
      <PasswordInput
        visible={visible}
        onVisibilityChange={toggle}
        visibilityToggleButtonProps={{
          'aria-label': t(visible ? 'password.hide' : 'password.show'),
          tabIndex: 0,
        }}
        dir="ltr"
        {...props}
        onKeyDown={watch}
        onKeyUp={watch}
      />
      <Text size="xs" mt={4} role="status" display={capsLock ? undefined : 'none'}>
        {capsLock && t('password.capsLock')}
      </Text>
    </div>
  );
}

/** A code of an authenticator app; with `inputMode="text"` a keyboard that has the letters of recovery codes. */
export const CodeInput = (props: TextInputProps) => {
  const { t } = useTranslation();
  return (
    <TextInput
      label={t('password.code')}
      autoComplete="one-time-code"
      inputMode="numeric"
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck={false}
      dir="ltr"
      required
      {...props}
    />
  );
};

interface NewPasswordInputProps extends Omit<PasswordInputProps, 'value' | 'onChange'> {
  readonly value?: string;
  readonly onChange?: (password: string) => void;
}

/** A password to be set: shown on demand, or made by chance and then copied. */
export function NewPasswordInput({ value = '', onChange, ...props }: NewPasswordInputProps) {
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

interface ShownOnceProps {
  readonly title: string;
  readonly secret: string;
  /** What to do with it. */
  readonly how: string;
  /** What else can be done, beside copying it. */
  readonly children?: ReactNode;
}

/** A secret that is shown this once: it gets the focus, and can be copied. */
export function SecretShownOnce({ title, secret, how, children }: ShownOnceProps) {
  const { t } = useTranslation();
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => text.current?.focus(), []);
  return (
    <Alert variant="default" mb="md" title={title}>
      <Text ref={text} tabIndex={-1} size="sm" ff="monospace" className="ltr anywhere">
        {secret}
      </Text>
      <Group gap="xs" my="xs">
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button
              size="compact-sm"
              leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
              onClick={copy}
            >
              {t(copied ? 'password.copied' : 'password.copy')}
            </Button>
          )}
        </CopyButton>
        {children}
      </Group>
      <Text size="sm">{how}</Text>
    </Alert>
  );
}

// 32 signs that are not taken for one another when they are read out or copied by hand.
const signs = 'abcdefghijkmnpqrstuvwxyz23456789';

/** 100 bits of chance in four groups of five, such as `k7mqp-2xw9d-…`. */
export function strongPassword(): string {
  const chosen = [...crypto.getRandomValues(new Uint8Array(20))].map((byte) => signs[byte % signs.length]);
  return [0, 5, 10, 15].map((start) => chosen.slice(start, start + 5).join('')).join('-');
}

const generated = new RegExp(`^[${signs}]{5}(-[${signs}]{5}){3}$`);

/** Whether a password is one that `strongPassword` has made. */
export const isGenerated = (password: string): boolean => generated.test(password);
