import { type Outputs, once } from '@daybook/client';
import { Anchor, Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../api.ts';
import { useChange } from '../../data/change.tsx';
import { CalendarList } from '../../entities/calendars/CalendarList.tsx';
import { ShownOnce } from '../../ui/ShownOnce.tsx';
import { Section } from './Section.tsx';

type NewCalendar = Outputs['calendars']['create'];

/** Addresses at which calendar programs read the cheques that fall due. */
export function CalendarsSection() {
  const { t } = useTranslation('calendars');
  const change = useChange('calendars');
  const [made, setMade] = useState<NewCalendar>();
  const create = () =>
    void change({
      done: t('made'),
      run: async () => setMade(await client.calendars.create.mutate(undefined, once())),
    });
  return (
    <Section title={t('title')}>
      <Text size="sm" c="dimmed" mb="sm">
        {t('hint')}
      </Text>
      {made && (
        <ShownOnce key={made._id} title={t('shownOnce')} secret={made.url} how={t('how')}>
          <Anchor href={made.url.replace(/^https?:/, 'webcal:')} size="sm">
            {t('open')}
          </Anchor>
        </ShownOnce>
      )}
      <CalendarList onEnded={({ _id }) => setMade((shown) => (shown?._id === _id ? undefined : shown))} />
      <Button mt="md" variant="default" onClick={create}>
        {t('make')}
      </Button>
    </Section>
  );
}
