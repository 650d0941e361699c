import { AppShell, Burger, Button, Group, NavLink, Text } from '@mantine/core';
import { useDidUpdate, useDisclosure } from '@mantine/hooks';
import { IconBook2, IconLogout } from '@tabler/icons-react';
import { Link, Outlet, useMatches, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { queryClient } from '../api.ts';
import { useChosenPreferences, useMay, useMe } from '../data/me.ts';
import { PreferencesContext } from '../lib/preferences.ts';
import { session } from '../session.ts';
import { ApplyPreferences } from './ApplyPreferences.tsx';
import { NotForRole } from './NotForRole.tsx';
import { menuFeatures, navItems } from './navigation.ts';
import { Offline } from './Offline.tsx';
import { Progress } from './Progress.tsx';

const noPreferences = {};

/** What stands around every screen: navigation by role, who is logged in, the way out. */
export function Shell() {
  const { t } = useTranslation();
  const { t: titles } = useTranslation(menuFeatures);
  const may = useMay();
  const me = useMe();
  const preferences = useChosenPreferences();
  const needs = useMatches({ select: (matches) => matches.at(-1)?.staticData.needs });
  // What the caller may do, and see, is asked anew with another role.
  useDidUpdate(() => void queryClient.invalidateQueries(), [me.accessLevel]);
  const [opened, { toggle, close }] = useDisclosure();
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes where the place changes
  useEffect(close, [pathname]);

  return (
    <PreferencesContext value={preferences.active ? preferences : noPreferences}>
      <AppShell
        header={{ height: 52 }}
        navbar={{ width: 210, breakpoint: 'md', collapsed: { mobile: !opened } }}
        padding={{ base: 'sm', sm: 'lg' }}
      >
        <ApplyPreferences />
        <a className="skip" href="#main">
          {t('skipToContent')}
        </a>
        <AppShell.Header className="no-print">
          <Group h="100%" px="md" justify="space-between" wrap="nowrap">
            <Group gap="xs" wrap="nowrap" flex="none">
              <Burger opened={opened} onClick={toggle} hiddenFrom="md" size="sm" aria-label={t('menu')} />
              <IconBook2 aria-hidden />
              <Text fw={700}>{t('daybook')}</Text>
            </Group>
            <Group gap="xs" wrap="nowrap" miw={0}>
              <Text size="sm" truncate visibleFrom="xs">
                <bdi>{me.fullName}</bdi> · {t(`roles.${me.accessLevel}`)}
              </Text>
              <Button
                variant="subtle"
                size="compact-sm"
                flex="none"
                leftSection={<IconLogout size={16} className="mirrored" aria-hidden />}
                onClick={() => void session.logOut()}
              >
                {t('logOut')}
              </Button>
            </Group>
          </Group>
        </AppShell.Header>
        <AppShell.Navbar p="xs" component="nav" aria-label={t('menu')} className="no-print">
          {navItems
            .filter(({ needs }) => may(needs))
            .map(({ to, name, icon: Icon }) => (
              <NavLink
                key={to}
                component={Link}
                to={to}
                label={titles(`${name}:title`)}
                leftSection={<Icon size={18} aria-hidden />}
                active={to === '/' ? pathname === '/' : pathname.startsWith(to)}
                aria-current={pathname === to ? 'page' : undefined}
              />
            ))}
        </AppShell.Navbar>
        <AppShell.Main id="main" tabIndex={-1}>
          <Progress />
          <Offline />
          {needs && !may(needs) ? <NotForRole /> : <Outlet />}
        </AppShell.Main>
      </AppShell>
    </PreferencesContext>
  );
}
