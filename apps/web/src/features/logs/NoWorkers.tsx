import { Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../data/me.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';

/** In the place of workers, where there are none. */
export function NoWorkers() {
  const { t } = useTranslation('logs');
  const { t: home } = useTranslation('home');
  const mayAdd = useMay()('users.create');
  const navigate = useNavigate();
  const add = {
    text: home('firstSteps.addWorkers'),
    run: () => void navigate({ to: '/users', state: { begin: 'new' } }),
  };
  return (
    <Text component="div" c="dimmed" ta="center" py="lg">
      <EmptyState action={mayAdd ? add : undefined}>{t('noWorkers')}</EmptyState>
    </Text>
  );
}
