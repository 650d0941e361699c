import { Anchor, AppShell, Progress as Bar, Burger, Group, Text } from '@mantine/core';
import { useDebouncedValue, useDidUpdate } from '@mantine/hooks';
import { IconBook2 } from '@tabler/icons-react';
import { useIsFetching, useIsMutating } from '@tanstack/react-query';
import { Outlet, useMatches, useRouter, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { queryClient } from '../api.ts';
import { useChosenPreferences, useMay, useMe } from '../data/me.ts';
import { useShownBusiness } from '../data/settings.ts';
import { BusinessContext } from '../lib/business.ts';
import { announcePageChange } from '../lib/focus.ts';
import { PreferencesContext } from '../lib/preferences.ts';
import { UnsavedGuard } from '../ui/confirm.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import { Commands } from './commands/Commands.tsx';
import { ApplyPreferences } from './Look.tsx';
import { LowerBar, Navigation, useMenu } from './Navigation.tsx';
import { NotForRole } from './NotFound.tsx';
import { DraftNotice, Offline, Update } from './Notices.tsx';

/** What stands around every screen: navigation by role, who is logged in, the way out. */
export function Shell({ notices }: { readonly notices: ReactNode }) {
  const { t } = useTranslation();
  const may = useMay();
  const me = useMe();
  const chosen = useChosenPreferences();
  const preferences = useMemo(
    () => ({ timeZone: me.timeZone, ...(chosen.active && chosen) }),
    [me.timeZone, chosen],
  );
  const business = useShownBusiness();
  const needs = useMatches({ select: (matches) => matches.at(-1)?.staticData.needs });
  // What the caller may do, and see, is asked anew with another role.
  useDidUpdate(() => void queryClient.invalidateQueries(), [me.accessLevel]);
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const { isOpen, isHidden, toggle, menu } = useMenu(pathname);
  const main = useRef<HTMLElement>(null);
  // The page is rendered after the frame, in slices: on a phone it would block for half a second.
  const isPageReady = useDeferredValue(true, false);
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe(
        'onBeforeLoad',
        ({ fromLocation, pathChanged }) => fromLocation && pathChanged && announcePageChange(),
      ),
    [router],
  );

  return (
    <PreferencesContext value={preferences}>
      <BusinessContext value={business}>
        <AppShell
          header={{ height: 52 }}
          navbar={{ width: 210, breakpoint: 'md', collapsed: { mobile: !isOpen } }}
          padding={{ base: 'sm', sm: 'lg' }}
        >
          <ApplyPreferences />
          <UnsavedGuard />
          <DraftNotice />
          <Anchor
            className="skip"
            href="#main"
            onClick={(event) => {
              // Relative to <base> the fragment is another page.
              event.preventDefault();
              main.current?.focus();
            }}
          >
            {t('skipToContent')}
          </Anchor>
          <AppShell.Header className="no-print">
            <Group h="100%" px="md" justify="space-between" wrap="nowrap">
              <Group gap="xs" wrap="nowrap" flex="none">
                <Burger
                  opened={isOpen}
                  onClick={toggle}
                  hiddenFrom="md"
                  className="header-menu"
                  size="sm"
                  aria-label={t('menu')}
                  aria-expanded={isOpen}
                  aria-controls="menu"
                />
                <IconBook2 aria-hidden />
                <Text fw={700}>{t('daybook')}</Text>
              </Group>
              <Group gap="xs" wrap="nowrap" miw={0}>
                <Commands />
                <AccountMenu />
              </Group>
            </Group>
          </AppShell.Header>
          <AppShell.Navbar
            ref={menu}
            id="menu"
            p="xs"
            component="nav"
            aria-label={t('menu')}
            className="no-print"
            inert={isHidden}
          >
            <Navigation />
          </AppShell.Navbar>
          <AppShell.Main ref={main} id="main" tabIndex={-1} inert={isOpen}>
            <Progress />
            <Offline />
            {notices}
            <Update />
            {needs && !may(needs) ? <NotForRole /> : isPageReady && <Outlet />}
          </AppShell.Main>
          <LowerBar isOpen={isOpen} onMenu={toggle} />
        </AppShell>
      </BusinessContext>{' '}
    </PreferencesContext>
  );
}

/** A line at the top while anything takes over half a second. */
function Progress() {
  const { t } = useTranslation();
  const busy = useIsFetching() + useIsMutating() > 0;
  const [long] = useDebouncedValue(busy, 500);
  if (!busy || !long) return null;
  return <Bar className="progress" value={100} animated size="xs" aria-label={t('loading')} />;
}
