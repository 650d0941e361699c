import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCloudUp } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Waiting } from './Waiting.tsx';
import { startSending, useWaitingLogs } from './waiting.ts';

/** Says how much waits for the network, shows it, and asks where it cannot be sent as it is. */
export function WaitingNotice() {
  const { t } = useTranslation('logs');
  const { t: common } = useTranslation();
  const entries = useWaitingLogs().filter(({ done }) => done === undefined);
  const [isOpen, { open, close }] = useDisclosure();
  useEffect(startSending, []);
  const asked = entries.filter(({ question }) => question !== undefined).length;
  if (entries.length === 0) return null;
  return (
    <>
      <Alert
        color={asked > 0 ? 'red' : 'orange'}
        icon={<IconCloudUp aria-hidden />}
        mb="md"
        py="xs"
        className="no-print"
      >
        <Group justify="space-between" gap="xs">
          <Text size="sm" fw={600} role="status">
            {asked > 0 ? t('waiting.asked', { count: asked }) : t('waiting.count', { count: entries.length })}
          </Text>
          <Button size="xs" variant="default" aria-haspopup="dialog" onClick={open}>
            {t('waiting.show')}
          </Button>
        </Group>
      </Alert>
      <Modal
        opened={isOpen}
        onClose={close}
        title={t('waiting.title')}
        closeButtonProps={{ 'aria-label': common('close') }}
      >
        <Stack component="ul" className="waiting-list">
          {entries.map((entry) => (
            <Waiting key={entry.id} entry={entry} />
          ))}
        </Stack>
      </Modal>
    </>
  );
}
