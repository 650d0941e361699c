import { Anchor, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../ui/PageHeader.tsx';

export function NotFound() {
  const { t } = useTranslation();
  return (
    <Stack align="flex-start" gap="xs">
      <PageHeader title={t('notFound')} />
      <Anchor component={Link} to="/">
        {t('goHome')}
      </Anchor>
    </Stack>
  );
}
