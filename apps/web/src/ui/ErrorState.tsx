import { Alert, Button, Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../lib/errors.ts';

interface Props {
  readonly error: unknown;
  /** Tries again; without it the page is loaded anew. */
  readonly reset?: () => void;
}

/** What went wrong, and a way to try again. Also the router's own error screen. */
export function ErrorState({ error, reset }: Props) {
  const { t } = useTranslation();
  const textOf = useErrorText();
  return (
    <Alert color="red" icon={<IconAlertTriangle />} title={t('failed')} role="alert" my="md">
      {textOf(error)}
      <Group mt="sm">
        <Button size="xs" variant="default" onClick={reset ?? (() => location.reload())}>
          {t('tryAgain')}
        </Button>
      </Group>
    </Alert>
  );
}
