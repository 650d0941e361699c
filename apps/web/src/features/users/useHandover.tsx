import type { Outputs } from '@daybook/client';
import { Button, Group, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format.ts';
import { CopyCard, HandoverCard, type HandoverLines, PrintCard } from '../../ui/HandoverCard.tsx';
import { isGenerated } from '../../ui/passwords.tsx';

interface Handover {
  readonly name: string;
  readonly username: string;
  /** With what they log in for the first time. */
  readonly by: Outputs['users']['logInLink'] | { readonly password: string };
}

/** A log-in link, or a generated password, stays on the screen until it has been handed over. */
export function useHandover() {
  const { t } = useTranslation('users');
  return (handover: Handover) => {
    const { name, by } = handover;
    if ('password' in by && !isGenerated(by.password)) return;
    const isLink = 'url' in by;
    const id = modals.open({
      title: t(isLink ? 'link.title' : 'handover.title', { name }),
      centered: true,
      // Only the button that says so ends it.
      withCloseButton: false,
      closeOnEscape: false,
      closeOnClickOutside: false,
      children: <Card {...handover} onDone={() => modals.close(id)} />,
    });
  };
}

function Card({ name, username, by, onDone }: Handover & { readonly onDone: () => void }) {
  const { t } = useTranslation('users');
  const { instant } = useFormat();
  const isLink = 'url' in by;
  const lines: HandoverLines = [
    [t('handover.name'), name],
    [t('fields.username'), username],
    ...(isLink
      ? ([
          [t('link.address'), by.url],
          [t('link.until'), instant(by.expiresAt)],
        ] as const)
      : ([
          [t('password'), by.password],
          [t('handover.address'), document.baseURI],
        ] as const)),
  ];
  return (
    <>
      <Text size="sm" mb="sm" className="no-print">
        {t(isLink ? 'link.text' : 'handover.text')}
      </Text>
      <HandoverCard lines={lines} link={isLink ? by.url : undefined} />
      <Group justify="flex-end" gap="xs" mt="md" className="no-print">
        <CopyCard value={isLink ? by.url : by.password} />
        <PrintCard />
        <Button data-autofocus onClick={onDone}>
          {t('handover.done')}
        </Button>
      </Group>
    </>
  );
}
