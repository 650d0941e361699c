import { Anchor, Stack, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

export function NotFound() {
  const { t } = useTranslation();
  return (
    <Stack align="flex-start" p="md">
      <Title order={1}>{t('notFound')}</Title>
      <Anchor component={Link} to="/">
        {t('goHome')}
      </Anchor>
    </Stack>
  );
}
