import { IconCalendarMonth, IconList } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { ViewTabs } from '../../ui/ViewTabs.tsx';

interface Props {
  readonly view: 'register' | 'calendar';
  readonly children: ReactNode;
}

const views = [
  { name: 'register', to: '/cheques', icon: IconList },
  { name: 'calendar', to: '/cheques/calendar', icon: IconCalendarMonth },
] as const;

/** Over the register and the calendar of cheques: the way from one to the other, and to a new cheque. */
export function ChequesHeader({ view, children }: Props) {
  const { t } = useTranslation('cheques');
  return (
    <PageHeader
      title={view === 'register' ? t('title') : t('calendarTitle')}
      views={
        <ViewTabs label={t('views')} views={views.map(({ name, ...rest }) => ({ ...rest, name: t(name) }))} />
      }
    >
      {children}
    </PageHeader>
  );
}
