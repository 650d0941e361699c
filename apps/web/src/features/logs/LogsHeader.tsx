import { Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../data/me.ts';
import { PageHeader, ViewTabs } from '../../ui/PageHeader.tsx';
import { EmptyState } from '../../ui/states.tsx';
import '../../entities/logs/logs.css';

const tabs = [
  { to: '/logs', name: 'table' },
  { to: '/logs/month', name: 'month' },
  { to: '/logs/day', name: 'day' },
] as const;

interface Props {
  readonly view: (typeof tabs)[number]['name'];
  readonly children?: ReactNode;
}

/** The heading of the staff's three views of the work logs, and the way between them. */
export function LogsHeader({ view, children }: Props) {
  const { t } = useTranslation('logs');
  return (
    <PageHeader
      title={t('title')}
      view={t(`tabs.${view}`)}
      views={
        <ViewTabs label={t('views')} views={tabs.map(({ to, name }) => ({ to, name: t(`tabs.${name}`) }))} />
      }
    >
      {children}
    </PageHeader>
  );
}

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
