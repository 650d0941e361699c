import { createRootRoute, createRoute, Outlet, redirect } from '@tanstack/react-router';
import { api, queryClient } from '../api.ts';
import { keptAnswers } from '../data/kept-answers.ts';
import { session } from '../session.ts';
import { NotFound } from './NotFound.tsx';

export const rootRoute = createRootRoute({ component: Outlet, notFoundComponent: NotFound });

/** All that needs a session. What the caller is and may do is known before anything below is drawn. */
export const staffRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'staff',
  beforeLoad: ({ location }) => {
    const { state } = session;
    // For the loaders of features, whose list is read without a browser too.
    if (state.signedIn) return { api, queryClient, keptAnswers, role: session.role };
    // Who logs out is done here; the next may be somebody else.
    const isBack = location.href !== '/' && state.reason !== 'loggedOut';
    throw redirect({ to: '/login', search: isBack ? { to: location.href } : {} });
  },
  async loader() {
    await keptAnswers();
    const [me, permissions] = [api.auth.me.queryOptions(), api.permissions.queryOptions()];
    // What was kept shows at once, and is asked again.
    void queryClient.prefetchQuery(me);
    void queryClient.prefetchQuery(permissions);
    await Promise.all([queryClient.ensureQueryData(me), queryClient.ensureQueryData(permissions)]);
  },
});

/** What the routes of features hang on. */
export type StaffRoute = typeof staffRoute;

/** Every other address: with the menu, for who is logged in. */
export const notFoundRoute = createRoute({
  getParentRoute: () => staffRoute,
  path: '$',
  component: NotFound,
});
