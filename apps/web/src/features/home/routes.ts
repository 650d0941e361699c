import { IconHome } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { StaffRoute } from '../../shell/staff.route.ts';

export const home = {
  name: 'home',
  to: '/',
  icon: IconHome,
  needs: 'logs.list',
  routes: (parent: StaffRoute) =>
    [
      createRoute({
        getParentRoute: () => parent,
        path: '/',
        // At the same time as who one is; the page waits for it by itself.
        loader: () => void prefetch(),
        component: lazyRouteComponent(() => import('./HomePage.tsx'), 'HomePage'),
      }),
    ] as const,
} as const;

/** Imports when it runs, since the list of features is read where there is no browser too. */
async function prefetch() {
  const [{ api, queryClient }, { session }] = await Promise.all([
    import('../../api.ts'),
    import('../../session.ts'),
  ]);
  if (session.role && session.role !== 'User') await queryClient.prefetchQuery(api.home.queryOptions());
}
