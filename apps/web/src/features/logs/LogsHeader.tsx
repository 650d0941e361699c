import '../../entities/logs/logs.css';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { ViewTabs } from '../../ui/ViewTabs.tsx';

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
