import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { z } from 'zod';
import { queryClient } from './api.ts';
import type { ProcedurePath } from './data/me.ts';
import { billsRoutes } from './features/bills/routes.ts';
import { chequesRoutes } from './features/cheques/routes.ts';
import { homeRoute } from './features/home/routes.ts';
import { journalRoutes } from './features/journal/routes.ts';
import { targetOf } from './features/login/target.ts';
import { logsRoutes } from './features/logs/routes.ts';
import { payeesRoutes } from './features/payees/routes.ts';
import { settingsRoutes } from './features/settings/routes.ts';
import { usersRoutes } from './features/users/routes.ts';
import { pagePath } from './lib/addresses.ts';
import { parseSearch, stringifySearch } from './lib/search.ts';
import { session } from './session.ts';
import { NotFound } from './shell/NotFound.tsx';
import { notFoundRoute, rootRoute, staffRoute } from './shell/staff.route.ts';
import { ErrorState } from './ui/ErrorState.tsx';
import { Loading } from './ui/Loading.tsx';

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: z.object({ to: z.string().optional().catch(undefined) }),
  beforeLoad: ({ search }) => {
    if (session.state.signedIn) throw redirect({ href: targetOf(search.to), replace: true });
  },
  component: lazyRouteComponent(() => import('./features/login/LoginPage.tsx'), 'LoginPage'),
});

const routeTree = rootRoute.addChildren([
  loginRoute,
  staffRoute.addChildren([
    homeRoute,
    ...logsRoutes,
    ...chequesRoutes,
    ...payeesRoutes,
    ...billsRoutes,
    ...usersRoutes,
    ...journalRoutes,
    ...settingsRoutes,
    notFoundRoute,
  ]),
]);

export const router = createRouter({
  routeTree,
  basepath: pagePath,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPendingComponent: Loading,
  defaultPendingMs: 500,
  defaultErrorComponent: ErrorState,
  defaultNotFoundComponent: NotFound,
  scrollRestoration: true,
});

session.subscribe(() => {
  if (!session.state.signedIn) queryClient.clear();
  void router.invalidate();
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    /** The procedure without which there is nothing to see. */
    readonly needs?: ProcedurePath;
  }
}
