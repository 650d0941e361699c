import { Button } from '@mantine/core';
import { IconCalendarMonth, IconList } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../ui/PageHeader.tsx';

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
    <PageHeader title={view === 'register' ? t('title') : t('calendarTitle')}>
      <Button.Group>
        {views.map(({ name, to, icon: Icon }) => (
          <Button
            key={name}
            component={Link}
            to={to}
            activeOptions={{ exact: true, includeSearch: false }}
            variant={name === view ? 'light' : 'default'}
            aria-current={name === view ? 'page' : undefined}
            leftSection={<Icon size={16} aria-hidden />}
          >
            {t(name)}
          </Button>
        ))}
      </Button.Group>
      {children}
    </PageHeader>
  );
}
