import { NavLink } from '@mantine/core';
import { Link, useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMay } from '../data/me.ts';
import { menuFeatures, navItems } from './navigation.ts';

/** The screens that the caller may see. */
export function Navigation() {
  const { t: titles } = useTranslation(menuFeatures);
  const may = useMay();
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  return navItems
    .filter(({ needs }) => may(needs))
    .map(({ to, name, icon: Icon }) => {
      const isHere = to === '/' ? pathname === '/' : `${pathname}/`.startsWith(`${to}/`);
      return (
        <NavLink
          key={to}
          component={Link}
          to={to}
          label={titles(`${name}:title`)}
          leftSection={<Icon size={18} aria-hidden />}
          active={isHere}
          // A screen under this one, such as one payee, is not the page that the link leads to.
          aria-current={pathname === to ? 'page' : isHere ? 'true' : undefined}
        />
      );
    });
}
