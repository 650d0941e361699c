import { type Outputs, once } from '@daybook/client';
import { Anchor, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconCalendarShare } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, client } from '../../api.ts';
import { useChange } from '../../data/change.tsx';
import { useFormat } from '../../lib/format.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { ShownOnce } from '../../ui/ShownOnce.tsx';
import { Section } from './Section.tsx';

type Calendar = Outputs['calendars']['list']['items'][number];
type NewCalendar = Outputs['calendars']['create'];

/** Addresses at which calendar programs read the cheques that fall due. */
export function CalendarsSection() {
  const { t } = useTranslation('settings');
  const { t: common } = useTranslation();
  const { data, error, refetch } = useQuery(api.calendars.list.queryOptions({}));
  const change = useChange('calendars');
  const confirm = useConfirm();
  const [made, setMade] = useState<NewCalendar>();
  const create = () =>
    void change({
      done: t('calendars.made'),
      run: async () => setMade(await client.calendars.create.mutate(undefined, once())),
    });
  const remove = ({ _id }: Calendar) =>
    confirm({
      title: t('calendars.removeTitle'),
      text: t('calendars.removeText'),
      confirm: common('delete'),
      onConfirm: () =>
        void change({
          done: t('calendars.removed'),
          run: async () => {
            await client.calendars.remove.mutate({ calendarID: _id });
            setMade((shown) => (shown?._id === _id ? undefined : shown));
          },
        }),
    });
  return (
    <Section title={t('calendars.title')}>
      <Text size="sm" c="dimmed" mb="sm">
        {t('calendars.hint')}
      </Text>
      {error && <ErrorState error={error} reset={() => void refetch()} />}
      {!data && !error && <Skeleton h={40} />}
      {made && (
        <ShownOnce key={made._id} title={t('calendars.shownOnce')} secret={made.url} how={t('calendars.how')}>
          <Anchor href={made.url.replace(/^https?:/, 'webcal:')} size="sm">
            {t('calendars.open')}
          </Anchor>
        </ShownOnce>
      )}
      <Stack gap="md" component="ul" m={0} p={0} className="plain-list">
        {data?.items.map((calendar) => (
          <CalendarItem key={calendar._id} calendar={calendar} onRemove={() => remove(calendar)} />
        ))}
      </Stack>
      <Button mt="md" variant="default" onClick={create}>
        {t('calendars.make')}
      </Button>
    </Section>
  );
}

interface ItemProps {
  readonly calendar: Calendar;
  readonly onRemove: () => void;
}

function CalendarItem({ calendar: { createdAt, lastReadAt }, onRemove }: ItemProps) {
  const { t } = useTranslation('settings');
  const { t: common } = useTranslation();
  const { instant } = useFormat();
  return (
    <Group component="li" wrap="nowrap" align="flex-start">
      <IconCalendarShare aria-hidden className="fixed-size" />
      <Stack gap={0} flex={1} miw={0}>
        <Text size="sm" fw={600}>
          {t('calendars.madeAt')} <bdi>{instant(createdAt)}</bdi>
        </Text>
        <Text size="sm" c="dimmed">
          {lastReadAt === null ? (
            t('calendars.neverRead')
          ) : (
            <>
              {t('calendars.lastRead')} <bdi>{instant(lastReadAt)}</bdi>
            </>
          )}
        </Text>
      </Stack>
      <Button
        size="compact-sm"
        variant="default"
        onClick={onRemove}
        aria-label={`${common('delete')}: ${t('calendars.madeAt')} ${instant(createdAt)}`}
      >
        {common('delete')}
      </Button>
    </Group>
  );
}
