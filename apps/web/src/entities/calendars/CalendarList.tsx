import type { Outputs } from '@daybook/client';
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconCalendarShare } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, client } from '../../api.ts';
import { useChange } from '../../data/change.tsx';
import { useFormat } from '../../lib/format.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { LastUsed } from '../../ui/LastUsed.tsx';
import { ErrorState } from '../../ui/states.tsx';

type Calendar = Outputs['calendars']['list']['items'][number];

interface Props {
  /** Whose; undefined: the caller’s own. */
  readonly userID?: string;
  readonly onEnded?: (calendar: Calendar) => void;
}

/** Calendar addresses, each with when it was last read, and a button that ends it. */
export function CalendarList({ userID, onEnded }: Props) {
  const { t } = useTranslation('calendars');
  const { t: common } = useTranslation();
  const { data, error, refetch } = useQuery(api.calendars.list.queryOptions(userID ? { user: userID } : {}));
  const change = useChange('calendars');
  const confirm = useConfirm();
  const remove = (calendar: Calendar) =>
    confirm({
      title: t('removeTitle'),
      text: t('removeText'),
      confirm: common('delete'),
      onConfirm: () =>
        void change({
          done: t('removed'),
          run: async () => {
            await client.calendars.remove.mutate({ calendarID: calendar._id });
            onEnded?.(calendar);
          },
        }),
    });
  return (
    <>
      {error && <ErrorState error={error} reset={() => void refetch()} />}
      {!data && !error && <Skeleton h={40} />}
      {data?.items.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('none')}
        </Text>
      )}
      {data && data.items.length > 0 && (
        <Stack gap="md" component="ul" m={0} p={0} className="plain-list">
          {data.items.map((calendar) => (
            <CalendarItem key={calendar._id} calendar={calendar} onRemove={() => remove(calendar)} />
          ))}
        </Stack>
      )}
    </>
  );
}

interface ItemProps {
  readonly calendar: Calendar;
  readonly onRemove: () => void;
}

function CalendarItem({ calendar: { createdAt, lastReadAt, lastReadFrom }, onRemove }: ItemProps) {
  const { t } = useTranslation('calendars');
  const { t: common } = useTranslation();
  const { instant } = useFormat();
  return (
    <Group component="li" wrap="nowrap" align="flex-start">
      <IconCalendarShare aria-hidden className="fixed-size" />
      <Stack gap={0} flex={1} miw={0}>
        <Text size="sm" fw={600}>
          {t('madeAt')} <bdi>{instant(createdAt)}</bdi>
        </Text>
        <LastUsed at={lastReadAt} from={lastReadFrom} last={t('lastRead')} never={t('neverRead')} />
      </Stack>
      <Button
        size="compact-sm"
        variant="default"
        onClick={onRemove}
        aria-label={`${common('delete')}: ${t('madeAt')} ${instant(createdAt)}`}
      >
        {common('delete')}
      </Button>
    </Group>
  );
}
