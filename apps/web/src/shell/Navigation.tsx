import { NavLink } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { Link, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay, useMe } from '../data/me.ts';
import { menuFeatures, navItems } from './navigation.ts';

/** What the entries that the caller may see are called: for a worker the own pay is all there is of it. */
export function useMenuTitles() {
  const { t } = useTranslation(menuFeatures);
  const may = useMay();
  return (name: (typeof menuFeatures)[number]): string =>
    name === 'pay' && !may('pay.balances') ? t('pay:own') : t(`${name}:title`);
}

/** The screens that the caller may see. */
export function Navigation() {
  const titleOf = useMenuTitles();
  const may = useMay();
  const { _id } = useMe();
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  return navItems
    .filter(({ needs }) => may(needs, _id))
    .map(({ to, name, icon: Icon }) => {
      const isHere = to === '/' ? pathname === '/' : `${pathname}/`.startsWith(`${to}/`);
      return (
        <NavLink
          key={to}
          component={Link}
          to={to}
          label={titleOf(name)}
          leftSection={<Icon size={18} aria-hidden />}
          active={isHere}
          // A screen under this one, such as one payee, is not the page that the link leads to.
          aria-current={pathname === to ? 'page' : isHere ? 'true' : undefined}
        />
      );
    });
}

/** From this width the menu stands beside the page and is no menu that opens. */
const narrow = '(max-width: 61.99em)';

/** The menu of a narrow window: opened over the page, it has the focus until it closes. */
export function useMenu(pathname: string) {
  const [isOpened, { toggle, close }] = useDisclosure();
  const isNarrow = useMediaQuery(narrow, undefined, { getInitialValueInEffect: false });
  const isOpen = isNarrow && isOpened;
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it closes where the place changes
  useEffect(close, [pathname]);
  useEffect(() => {
    if (!isOpen) return;
    const links = menu.current?.querySelectorAll<HTMLElement>('a') ?? [];
    ([...links].find((link) => link.ariaCurrent) ?? links[0])?.focus();
    const pressed = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      close();
      button.current?.focus();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [isOpen, close]);
  return { isOpen, isHidden: isNarrow && !isOpen, toggle, button, menu };
}
