import { Anchor, SimpleGrid, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { version } from '../../../package.json';
import { useImportKinds, useMay, useMe } from '../../data/me.ts';
import { serviceUrl } from '../../lib/addresses.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { BusinessSection } from './BusinessSection.tsx';
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
