import './handover.css';
import { Button, CopyButton, Group, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconCheck, IconCopy, IconPrinter } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { isGenerated } from '../../lib/passwords.ts';

interface Credentials {
  readonly name: string;
  readonly username: string;
  readonly password: string;
}

/** A generated password stays on the screen until it has been handed over. */
export function useHandover() {
  const { t } = useTranslation('users');
  return (credentials: Credentials) => {
    if (!isGenerated(credentials.password)) return;
    const id = modals.open({
      title: t('handover.title', { name: credentials.name }),
      centered: true,
      // Only the button that says so ends it.
      withCloseButton: false,
      closeOnEscape: false,
      closeOnClickOutside: false,
      children: <Card {...credentials} onDone={() => modals.close(id)} />,
    });
  };
}

function Card({ name, username, password, onDone }: Credentials & { readonly onDone: () => void }) {
  const { t } = useTranslation('users');
  const { t: common } = useTranslation();
  const lines = [
    [t('handover.name'), name],
    [t('fields.username'), username],
    [t('password'), password],
    [t('handover.address'), document.baseURI],
  ];
  return (
    <>
      <Text size="sm" mb="sm" className="no-print">
        {t('handover.text')}
      </Text>
      <dl className="handover">
        {lines.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <Group justify="flex-end" gap="xs" mt="md" className="no-print">
        <CopyButton value={password}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
              onClick={copy}
            >
              {common(copied ? 'password.copied' : 'password.copy')}
            </Button>
          )}
        </CopyButton>
        <Button
          variant="default"
          leftSection={<IconPrinter size={16} aria-hidden />}
          onClick={() => window.print()}
        >
          {common('print')}
        </Button>
        <Button data-autofocus onClick={onDone}>
          {t('handover.done')}
        </Button>
      </Group>
    </>
  );
}
