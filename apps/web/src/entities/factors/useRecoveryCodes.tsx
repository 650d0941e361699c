import { Button, Group, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { now } from '../../lib/dates.ts';
import { useFormat } from '../../lib/format.ts';
import { useUnsaved } from '../../lib/unsaved.ts';
import { download } from '../../ui/ExportMenu.tsx';
import { CopyCard, HandoverCard, PrintCard } from '../../ui/HandoverCard.tsx';
import '../../ui/handover.css';

interface Codes {
  readonly username: string;
  readonly codes: readonly string[];
  /** Somebody says that they are kept. */
  readonly onKept?: () => void;
}

/** Recovery codes stay on the screen until they are kept: they are shown this once. */
export function useRecoveryCodes() {
  const { t } = useTranslation('security');
  return ({ onKept, ...shown }: Codes) => {
    const done = () => {
      modals.close(id);
      onKept?.();
    };
    const id = modals.open({
      title: t('codes.title'),
      centered: true,
      // Only the button that says so ends it.
      withCloseButton: false,
      closeOnEscape: false,
      closeOnClickOutside: false,
      children: <Card {...shown} onKept={done} />,
    });
  };
}

function Card({ username, codes, onKept }: Codes & { readonly onKept: () => void }) {
  const { t } = useTranslation('security');
  const { t: users } = useTranslation('users');
  const { instant } = useFormat();
  useUnsaved(() => true);
  const lines = [
    [users('fields.username'), username],
    [users('handover.address'), document.baseURI],
    [t('codes.madeAt'), instant(now().toISOString())],
  ] as const;
  const file = () => {
    const said = [...lines.map(([term, value]) => `${term}: ${value}`), '', ...codes, ''];
    download('daybook-recovery-codes.txt', new Blob([said.join('\r\n')], { type: 'text/plain' }));
  };
  return (
    <>
      <Text size="sm" mb="sm">
        {t('codes.text')}
      </Text>
      <HandoverCard lines={lines}>
        <ol className="recovery-codes">
          {codes.map((code) => (
            <li key={code}>
              <code className="ltr">{code}</code>
            </li>
          ))}
        </ol>
      </HandoverCard>
      <Group gap="xs" mt="md" className="no-print">
        <CopyCard value={codes.join('\n')} />
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={file}>
          {t('codes.download')}
        </Button>
        <PrintCard />
      </Group>
      <Group justify="flex-end" mt="md" className="no-print">
        <Button onClick={onKept}>{t('codes.kept')}</Button>
      </Group>
    </>
  );
}
