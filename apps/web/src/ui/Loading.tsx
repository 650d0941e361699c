import { Center, Loader, Text } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';

/** In the place of what has been asked for; without a network it was not, and will be once there is one. */
export function Loading() {
  const { t } = useTranslation();
  const { online } = useNetwork();
  return (
    <Center p="xl">
      {online ? (
        <Loader role="status" aria-label={t('loading')} />
      ) : (
        <Text c="dimmed" role="status">
          {t('offline.notHere')}
        </Text>
      )}
    </Center>
  );
}
