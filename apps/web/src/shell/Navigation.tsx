import { NavLink, UnstyledButton } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { IconMenu2 } from '@tabler/icons-react';
import { Link, useRouterState } from '@tanstack/react-router';
import { type MouseEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay, useMe } from '../data/me.ts';
import { menuNamespaces, navItems } from '../features.ts';

/** What the entries that the caller may see are called: for a worker the own pay is all there is of it. */
export function useMenuTitles() {
  const { t } = useTranslation(menuNamespaces);
  const may = useMay();
  return (name: (typeof menuNamespaces)[number]): string =>
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

interface LowerBarProps {
  readonly isOpen: boolean;
  readonly onMenu: (event: MouseEvent<HTMLElement>) => void;
}

/** What a thumb reaches on a phone: the menu and two pages; the end is left to the page's button for a new record. */
export function LowerBar({ isOpen, onMenu }: LowerBarProps) {
  const { t } = useTranslation();
  const titleOf = useMenuTitles();
  const may = useMay();
  const { _id } = useMe();
  const places = navItems
    .filter(({ name, needs }) => (name === 'home' || name === 'logs') && may(needs, _id))
    .map((item) =>
      item.name === 'logs' && may('logs.update') ? { ...item, to: '/logs/day' as const } : item,
    );
  return (
    <nav className="lower-bar no-print" aria-label={t('lowerBar')}>
      <UnstyledButton aria-expanded={isOpen} aria-controls="menu" onClick={onMenu}>
        <IconMenu2 size={20} aria-hidden />
        {t('menu')}
      </UnstyledButton>
      {places.map(({ to, name, icon: Icon }) => (
        <Link key={to} to={to} activeOptions={{ exact: true, includeSearch: false }}>
          <Icon size={20} aria-hidden />
          {titleOf(name)}
        </Link>
      ))}
    </nav>
  );
}

/** From this width the menu stands beside the page and is no menu that opens. */
const narrow = '(max-width: 61.99em)';

/** The menu of a narrow window: opened over the page, it has the focus until it closes. */
export function useMenu(pathname: string) {
  const [isOpened, { toggle: open, close }] = useDisclosure();
  const isNarrow = useMediaQuery(narrow, undefined, { getInitialValueInEffect: false });
  const isOpen = isNarrow && isOpened;
  /** That opened it, at the top or at the thumb. */
  const button = useRef<HTMLElement>(null);
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
  const toggle = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    button.current = currentTarget;
    open();
  };
  return { isOpen, isHidden: isNarrow && !isOpen, toggle, menu };
}
