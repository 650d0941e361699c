import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../ui/PageHeader.tsx';

export function PayeeNotFound() {
  const { t } = useTranslation('payees');
  return (
    <Stack align="flex-start">
      <PageHeader title={t('notFound')} />
      <Text>{t('notFoundText')}</Text>
      <Anchor component={Link} to="/payees">
        {t('all')}
      </Anchor>
    </Stack>
  );
}
