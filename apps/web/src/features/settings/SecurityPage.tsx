import { Anchor, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../data/me.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { IdentitiesSection } from './IdentitiesSection.tsx';
import { SecondFactorSection } from './SecondFactorSection.tsx';
import { Section } from './Section.tsx';
import { PasswordSection, SessionsSection } from './SecuritySections.tsx';
import { CalendarsSection, TokensSection } from './TokensSection.tsx';

/** All by which somebody, or a program in their name, comes in. */
export function SecurityPage() {
  const { t } = useTranslation('security');
  const { t: settings } = useTranslation('settings');
  const may = useMay();
  return (
    <>
      <Anchor component={Link} to="/settings" size="sm" className="no-print">
        <Group component="span" gap={4} mb="xs" display="inline-flex">
          <IconArrowLeft size={16} className="mirrored" aria-hidden />
          {settings('title')}
        </Group>
      </Anchor>
      <PageHeader title={t('title')} />
      <Text size="sm" c="dimmed" mb="md">
        {t('hint')}
      </Text>
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <Stack>
          {may('users.changePassword') ? (
            <PasswordSection />
          ) : (
            <Section title={settings('password')}>
              <Text size="sm" c="dimmed">
                {settings('passwordByAdministrator')}
              </Text>
            </Section>
          )}
          <SecondFactorSection />
          <IdentitiesSection />
        </Stack>
        <Stack>
          <SessionsSection />
          <TokensSection />
          {may('calendars.create') && <CalendarsSection />}
        </Stack>
      </SimpleGrid>
    </>
  );
}
