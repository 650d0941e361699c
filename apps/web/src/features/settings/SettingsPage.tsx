import { printLanguages, roles, SettingsChanges } from '@daybook/domain';
import {
  Alert,
  Anchor,
  Button,
  Checkbox,
  Group,
  Select,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { version } from '../../../package.json';
import { client } from '../../api.ts';
import { useRecordForm } from '../../data/form.ts';
import { useImportKinds, useMay, useMe } from '../../data/me.ts';
import { type Settings, useSettings } from '../../data/settings.ts';
import { nameOf } from '../../i18n/languages.ts';
import { useFormat } from '../../lib/format.ts';
import { serviceUrl } from '../../lib/page.ts';
import type { BaseVersion } from '../../lib/record-changes.ts';
import { WholeNumberInput } from '../../ui/AmountInput.tsx';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { PhoneInput } from '../../ui/PhoneInput.tsx';
import { Picker } from '../../ui/Picker.tsx';
import { currencyChoices, currencyLabel, toMinutes, weekdayChoices } from './choices.ts';
import { PreferencesSection } from './PreferencesSection.tsx';
import { Section } from './Section.tsx';

export function SettingsPage() {
  const { t } = useTranslation('settings');
  const { t: common } = useTranslation();
  const { t: imports } = useTranslation('imports');
  const { t: webhooks } = useTranslation('webhooks');
  const { t: security } = useTranslation('security');
  const kinds = useImportKinds();
  const me = useMe();
  const may = useMay();
  return (
    <>
      <PageHeader title={t('title')} />
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <Stack>
          <PreferencesSection />
          {may('settings.update') && <BusinessSection />}
        </Stack>
        <Stack>
          <Section title={t('account')}>
            <Text size="sm">
              <bdi>{me.fullName}</bdi> · <bdi>{me.username}</bdi> · {common(`roles.${me.accessLevel}`)}
            </Text>
            <Anchor component={Link} to={`/users/${me._id}`} size="sm">
              {t('toAccount')}
            </Anchor>
          </Section>
          <Section title={security('title')}>
            <Text size="sm" c="dimmed" mb="xs">
              {security('hint')}
            </Text>
            <Anchor component={Link} to="/settings/security" size="sm">
              {security('open')}
            </Anchor>
          </Section>
          {kinds.length > 0 && (
            <Section title={imports('title')}>
              <Anchor component={Link} to="/import" size="sm">
                {common('import')}
              </Anchor>
            </Section>
          )}
          {may('webhooks.list') && (
            <Section title={webhooks('title')}>
              <Anchor component={Link} to="/webhooks" size="sm">
                {webhooks('manage')}
              </Anchor>
            </Section>
          )}
          <Section title={t('about')}>
            <Text size="sm">{t('version', { version })}</Text>
            <Anchor href={`${serviceUrl}/docs`} target="_blank" rel="noopener" size="sm">
              {t('reference')}
            </Anchor>
          </Section>
        </Stack>
      </SimpleGrid>
    </>
  );
}

type Values = Omit<Settings, '_id' | 'createdAt' | 'updatedAt' | 'version' | 'currencyFixed'>;

/** The settings of the business, for those who may change them. */
function BusinessSection() {
  const { t, i18n } = useTranslation('settings');
  const { t: common } = useTranslation();
  const { locale, comma, duration, firstDayOfWeek, weekdayName } = useFormat();
  const currencies = useMemo(() => currencyChoices(locale), [locale]);
  const baseOf = ({
    _id,
    createdAt,
    updatedAt,
    version,
    currencyFixed,
    ...values
  }: Settings): BaseVersion<Values> => ({
    version,
    values,
    labels: {
      currency: values.currency ? currencyLabel(values.currency, locale) : '',
      weekend: values.weekend.map((day) => weekdayName(day || 7)).join(comma),
      dayMinutes: duration(values.dayMinutes),
      language: nameOf(values.language, i18n.language),
      requireSecondFactor: values.requireSecondFactor.map((role) => common(`roles.${role}`)).join(comma),
    },
  });
  const settings = useSettings();
  const base = baseOf(settings);
  const { form, submit, busy, failure } = useRecordForm<Values>({
    resource: 'settings',
    schema: SettingsChanges,
    initial: base.values,
    update: {
      base,
      send: (changes, condition) => client.settings.update.mutate(changes, condition),
      read: async () => baseOf(await client.settings.get.query()),
      savedBase: (answer) => baseOf(answer as Settings),
    },
    onDone: () => {
      form.resetDirty();
      notifications.show({ message: common('saved') });
    },
  });
  const weekdays = weekdayChoices(i18n.language);
  const inOrder = [...weekdays.slice(firstDayOfWeek - 1), ...weekdays.slice(0, firstDayOfWeek - 1)];
  const { value: weekend, onChange: setWeekend, ...weekendProps } = form.getInputProps('weekend');
  const { value: currency, onChange: setCurrency, ...currencyProps } = form.getInputProps('currency');
  const { error: dayError, ...day } = form.getInputProps('dayMinutes');
  return (
    <Section title={t('business')}>
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            {t('businessHint')}
          </Text>
          <TextInput label={t('fields.name')} autoComplete="organization" {...form.getInputProps('name')} />
          <Textarea label={t('fields.address')} autosize minRows={2} {...form.getInputProps('address')} />
          <PhoneInput label={t('fields.phoneNumber')} {...form.getInputProps('phoneNumber')} />
          <Picker
            label={t('fields.currency')}
            description={t(settings.currencyFixed ? 'currencyFixed' : 'currencyHint')}
            disabled={settings.currencyFixed}
            placeholder={t('noCurrency')}
            clearable
            choices={currencies}
            value={currency ?? undefined}
            onChange={(code) => setCurrency(code ?? null)}
            {...currencyProps}
          />
          <Checkbox.Group
            label={t('fields.weekend')}
            description={t('weekendHint')}
            value={weekend.map((one: number) => String(one || 7))}
            onChange={(days) => setWeekend(days.map((one) => Number(one) % 7).sort((a, b) => a - b))}
            {...weekendProps}
          >
            <Group gap="sm" mt="xs">
              {inOrder.map(({ value, label }) => (
                <Checkbox key={value} value={value} label={label} />
              ))}
            </Group>
          </Checkbox.Group>
          <WholeNumberInput
            label={t('dayLength')}
            description={t('dayLengthHint')}
            read={toMinutes}
            write={duration}
            maw={200}
            error={dayError && t('invalidDayLength')}
            {...day}
          />
          <WholeNumberInput
            label={t('fields.staleAfterMonths')}
            maw={200}
            {...form.getInputProps('staleAfterMonths')}
          />
          <Select
            label={t('fields.language')}
            allowDeselect={false}
            data={printLanguages.map((tag) => ({ value: tag, label: nameOf(tag, i18n.language) }))}
            {...form.getInputProps('language')}
          />
          <Checkbox.Group
            label={t('fields.requireSecondFactor')}
            description={t('requireSecondFactorHint')}
            {...form.getInputProps('requireSecondFactor')}
          >
            <Group gap="sm" mt="xs">
              {roles.map((role) => (
                <Checkbox key={role} value={role} label={common(`roles.${role}`)} />
              ))}
            </Group>
          </Checkbox.Group>
          {failure && (
            <Alert color="red" role="alert">
              {failure}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button component={BusyButton} type="submit" loading={busy}>
              {common('save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
