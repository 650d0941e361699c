import { Alert, Button, CopyButton, Group, Text } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  readonly title: string;
  readonly secret: string;
  /** What to do with it. */
  readonly how: string;
  /** What else can be done, beside copying it. */
  readonly children?: ReactNode;
}

/** A secret that is shown this once: it gets the focus, and can be copied. */
export function ShownOnce({ title, secret, how, children }: Props) {
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
