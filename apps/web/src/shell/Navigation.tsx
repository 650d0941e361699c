import { NavLink } from '@mantine/core';
import { Link, useRouterState } from '@tanstack/react-router';
import { useMay, useMe } from '../data/me.ts';
import { navItems } from './navigation.ts';
import { useMenuTitles } from './useMenuTitles.ts';

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
