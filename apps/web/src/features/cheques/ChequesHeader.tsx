import { Alert, Button, Group, Text } from '@mantine/core';
import { IconCalendarMonth, IconChecklist, IconList } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.ts';
import { useDismissal } from '../../data/dismissals.ts';
import { useMay } from '../../data/me.ts';
import { addDays, type DayText } from '../../lib/dates.ts';
import { useFormat } from '../../lib/format.ts';
import { nextPage, pageSize } from '../../lib/paging.ts';
import { PageHeader, ViewTabs } from '../../ui/PageHeader.tsx';
import { unmarkedCheques } from './past-due.ts';

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
      title={t('title')}
      view={t(view)}
      views={
        <ViewTabs label={t('views')} views={views.map(({ name, ...rest }) => ({ ...rest, name: t(name) }))} />
      }
    >
      {children}
    </PageHeader>
  );
}

/** The cheques among which are those of which nobody has recorded anything: see `unmarkedOf`. */
export const pastDueQuery = (today: DayText) =>
  api.cheques.list.infiniteQueryOptions(
    { status: 'issued', to: addDays(today, -1), limit: pageSize },
    nextPage,
  );

/** Asks once what became of the cheques that were there before anybody recorded such things. */
export function PastDueNotice() {
  const { t } = useTranslation('cheques');
  const today = useFormat().today();
  const isAllowed = useMay()('cheques.addEvents');
  const { isDismissed, dismiss } = useDismissal('pastDueCheques');
  const isAsked = isAllowed && !isDismissed;
  const { data } = useInfiniteQuery({ ...pastDueQuery(today), enabled: isAsked });
  const found = data?.pages.flatMap(({ items }) => items) ?? [];
  if (!isAsked || unmarkedCheques(found, today).length === 0) return null;
  return (
    <Alert color="orange" icon={<IconChecklist aria-hidden />} mb="md" py="xs" className="no-print">
      <Text size="sm">{t('pastDue.question')}</Text>
      <Group gap="xs" mt="xs">
        <Button component={Link} to="/cheques/past-due" size="xs">
          {t('pastDue.begin')}
        </Button>
        <Button size="xs" variant="default" onClick={dismiss}>
          {t('pastDue.dismiss')}
        </Button>
      </Group>
    </Alert>
  );
}
