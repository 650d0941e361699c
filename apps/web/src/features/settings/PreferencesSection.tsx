import { Input, SegmentedControl, Select, Stack, Switch, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useChosenPreferences, useMe } from '../../data/me.ts';
import { usePreferenceChange } from '../../data/preferences.tsx';
import { languageOf, languages, nameOf } from '../../i18n/languages.ts';
import { deviceZone } from '../../lib/dates.ts';
import { useFormat } from '../../lib/format.ts';
import { Picker } from '../../ui/Picker.tsx';
import { otherZones, weekdayChoices, zoneLabel } from './choices.ts';
import { Section } from './Section.tsx';

const themes = ['light', 'dark', 'system'] as const;

export function PreferencesSection() {
  const { t, i18n } = useTranslation('settings');
  const me = useMe();
  const preferences = useChosenPreferences();
  const { firstDayOfWeek } = useFormat();
  const change = usePreferenceChange();
  const { active } = preferences;
  // What holds now, also where nothing was ever chosen: an undo goes back to it.
  const present = {
    theme: preferences.theme ?? 'system',
    language: preferences.language ?? i18n.language,
    timeZone: preferences.timeZone ?? me.timeZone,
    firstDayOfWeek: preferences.firstDayOfWeek ?? firstDayOfWeek,
    characterKeys: preferences.characterKeys ?? true,
  };
  const set = <K extends keyof typeof present>(name: K, value: (typeof present)[K]) => {
    if (value !== present[name]) change({ [name]: value }, { [name]: present[name] });
  };
  const zones = useZones(present.timeZone);

  return (
    <Section title={t('preferences')}>
      <Stack gap="sm">
        <Switch
          label={t('apply')}
          description={t('applyHint')}
          checked={active}
          onChange={({ currentTarget }) => change({ active: currentTarget.checked }, { active })}
        />
        <Input.Wrapper label={t('theme')} labelElement="div">
          <SegmentedControl
            aria-label={t('theme')}
            fullWidth
            disabled={!active}
            value={present.theme}
            onChange={(value) => set('theme', value as (typeof themes)[number])}
            data={themes.map((value) => ({ value, label: t(`themes.${value}`) }))}
          />
        </Input.Wrapper>
        <Select
          label={t('language')}
          disabled={!active}
          allowDeselect={false}
          data={languageChoices(preferences.language)}
          value={present.language}
          onChange={(value) => value && set('language', value)}
        />
        <Picker
          label={t('timeZone')}
          description={t('timeZoneHint')}
          disabled={!active}
          nothingFoundMessage={t('noZone')}
          choices={zones}
          value={present.timeZone}
          onChange={(value) => value && set('timeZone', value)}
        />
        <Select
          label={t('firstDayOfWeek')}
          disabled={!active}
          allowDeselect={false}
          data={weekdayChoices(i18n.language)}
          value={String(present.firstDayOfWeek)}
          onChange={(value) => value && set('firstDayOfWeek', Number(value))}
        />
        <Switch
          label={t('characterKeys')}
          description={t('characterKeysHint')}
          disabled={!active}
          checked={present.characterKeys}
          onChange={({ currentTarget }) => set('characterKeys', currentTarget.checked)}
        />
        <Example />
      </Stack>
    </Section>
  );
}

/** The languages of this front-end, and the present one where it names a region, such as ar-EG. */
function languageChoices(present: string | undefined) {
  const all = present === undefined || languages.includes(present) ? languages : [...languages, present];
  return all.map((value) => ({ value, label: nameOf(value, languageOf(value) ?? 'en') }));
}

function useZones(present: string) {
  const { t } = useTranslation('settings');
  const own = t('ownZone');
  const others = t('otherZones');
  return useMemo(() => {
    const now = new Date();
    const device = deviceZone();
    const choice = (value: string) => ({ value, label: zoneLabel(value, now) });
    return [
      { group: own, items: [choice(device)] },
      { group: others, items: otherZones(device, present).map(choice) },
    ];
  }, [own, others, present]);
}

function Example() {
  const { t } = useTranslation('settings');
  const { longDay, instant, money, today } = useFormat();
  return (
    <div>
      <Text size="sm" c="dimmed">
        {t('example')}
      </Text>
      <Text size="sm">
        <bdi>{longDay(today())}</bdi> · <bdi>{instant(new Date().toISOString())}</bdi> ·{' '}
        <span className="ltr number">{money('12345.50')}</span>
      </Text>
    </div>
  );
}
