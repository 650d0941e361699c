import { Alert, Button, Group, Text } from '@mantine/core';
import { IconChecklist } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useDismissal } from '../../data/dismissals.ts';
import { useMay } from '../../data/me.ts';
import { useFormat } from '../../lib/format.ts';
import { unmarkedOf } from './past-due.ts';
import { pastDueQuery } from './past-due-query.ts';

/** Asks once what became of the cheques that were there before anybody recorded such things. */
export function PastDueNotice() {
  const { t } = useTranslation('cheques');
  const today = useFormat().today();
  const isAllowed = useMay()('cheques.addEvents');
  const { isDismissed, dismiss } = useDismissal('pastDueCheques');
  const isAsked = isAllowed && !isDismissed;
  const { data } = useInfiniteQuery({ ...pastDueQuery(today), enabled: isAsked });
  const found = data?.pages.flatMap(({ items }) => items) ?? [];
  if (!isAsked || unmarkedOf(found, today).length === 0) return null;
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
