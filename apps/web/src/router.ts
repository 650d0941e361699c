import { createRoute, createRouter, redirect } from '@tanstack/react-router';
import { createElement, Fragment, useDeferredValue } from 'react';
import { z } from 'zod';
import { api, queryClient } from './api.ts';
import { restoreAnswers } from './data/kept-answers.ts';
import type { ProcedurePath } from './data/me.ts';
import { FilesNotice } from './entities/attachments/NewFiles.tsx';
import { ReopenedNotice } from './entities/closings/ReopenedNotice.tsx';
import { WaitingNotice } from './entities/logs/WaitingLogs.tsx';
import { HomePage } from './features/home/HomePage.tsx';
import { LoginPage } from './features/login/LoginPage.tsx';
import { targetOf } from './features/login/target.ts';
import { type FeatureRoute, features, featuresOutsideMenu } from './features.ts';
import { isEnrolmentRequired } from './lib/errors.ts';
import { lazyPage } from './lib/lazy-page.ts';
import { pagePath } from './lib/page.ts';
import { parseSearch, stringifySearch } from './lib/search.ts';
import { session } from './session.ts';
import { NotFound } from './shell/NotFound.tsx';
import { Shell } from './shell/Shell.tsx';
import { notFoundRoute, rootRoute, staffRoute } from './shell/staff.route.ts';
import { ErrorState, Loading } from './ui/states.tsx';

const TargetSearch = z.object({ to: z.string().optional().catch(undefined) });

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: TargetSearch,
  beforeLoad: ({ search }) => {
    if (session.state.signedIn) throw redirect({ href: targetOf(search.to), replace: true });
  },
  component: () => createElement(LoginPage),
});

const enrolRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/enrol',
  validateSearch: TargetSearch,
  beforeLoad: ({ search }) => {
    if (!session.state.signedIn) throw redirect({ to: '/login', search, replace: true });
  },
  loader: ({ context }) => context.queryClient.ensureQueryData(api.auth.me.queryOptions()),
  component: lazyPage(() => import('./features/login/EnrolPage.tsx'), 'EnrolPage'),
});

// Here, since the menu in it knows the features, whose routes know their parent.
const notices = createElement(
  Fragment,
  null,
  createElement(WaitingNotice),
  createElement(FilesNotice),
  createElement(ReopenedNotice),
);
/** The frame is rendered in slices: the update of the router that brings it would block a phone. */
function StaffFrame() {
  const isReady = useDeferredValue(true, false);
  return isReady ? createElement(Shell, { notices }) : null;
}
staffRoute.update({ component: StaffFrame });

const routeTree = rootRoute.addChildren([
  loginRoute,
  enrolRoute,
  staffRoute.addChildren([
    ...[...features, ...featuresOutsideMenu].flatMap<FeatureRoute>(({ routes }) => routes(staffRoute)),
    notFoundRoute,
  ]),
]);

export const router = createRouter({
  routeTree,
  context: { api, queryClient, session, restoreAnswers, HomePage },
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

// A second factor may be required while somebody works.
for (const cache of [queryClient.getQueryCache(), queryClient.getMutationCache()])
  cache.subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return;
    const { location, status } = router.state;
    if (!isEnrolmentRequired(event.action.error) || status !== 'idle' || location.pathname === '/enrol')
      return;
    void router.navigate({ to: '/enrol', search: { to: location.href } });
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
