import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCloudUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  /** Says how much waits. */
  readonly text: string;
  /** Whether somebody has to decide before it can be sent. */
  readonly isAsking: boolean;
  readonly showLabel: string;
  readonly title: string;
  /** Of the list that the button shows. */
  readonly className: string;
  readonly children: ReactNode;
}

/** Says how much waits for the network, and shows it in a dialog. */
export function WaitingAlert({ text, isAsking, showLabel, title, className, children }: Props) {
  const { t } = useTranslation();
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Alert
        color={isAsking ? 'red' : 'orange'}
        icon={<IconCloudUp aria-hidden />}
        mb="md"
        py="xs"
        className="no-print"
      >
        <Group justify="space-between" gap="xs">
          <Text size="sm" fw={600} role="status">
            {text}
          </Text>
          <Button size="xs" variant="default" aria-haspopup="dialog" onClick={open}>
            {showLabel}
          </Button>
        </Group>
      </Alert>
      <Modal opened={isOpen} onClose={close} title={title} closeButtonProps={{ 'aria-label': t('close') }}>
        <Stack component="ul" className={className}>
          {children}
        </Stack>
      </Modal>
    </>
  );
}
