import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMe } from '../data/me.ts';
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

/** In the place of a page whose records the caller may not see. */
export function NotForRole() {
  const { t } = useTranslation();
  const { accessLevel } = useMe();
  return (
    <Stack align="flex-start" gap="xs">
      <PageHeader title={t('notForRole')} />
      <Text>{t('notForRoleText', { role: t(`roles.${accessLevel}`) })}</Text>
      <Anchor component={Link} to="/">
        {t('goHome')}
      </Anchor>
    </Stack>
  );
}
