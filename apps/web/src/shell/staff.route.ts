import { createRootRouteWithContext, createRoute, Outlet, redirect } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import type { api, queryClient } from '../api.ts';
import type { restoreAnswers } from '../data/kept-answers.ts';
import { isEnrolmentRequired } from '../lib/errors.ts';
import type { session } from '../session.ts';
import { NotFound } from './NotFound.tsx';

/** What loaders ask, and the page that loads with the frame; handed in, since the list of routes is read where there is no browser too. */
interface RouterContext {
  readonly api: typeof api;
  readonly queryClient: typeof queryClient;
  readonly session: typeof session;
  readonly restoreAnswers: typeof restoreAnswers;
  readonly HomePage: ComponentType;
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Outlet,
  notFoundComponent: NotFound,
});

/** All that needs a session. What the caller is and may do is known before anything below is drawn. */
export const staffRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'staff',
  beforeLoad: ({ location, context }) => {
    const { state } = context.session;
    if (state.signedIn) return;
    // Who logs out is done here; the next may be somebody else.
    const isBack = location.href !== '/' && state.reason !== 'loggedOut';
    throw redirect({ to: '/login', search: isBack ? { to: location.href } : {} });
  },
  async loader({ location, context: { api, queryClient, session, restoreAnswers } }) {
    if (session.isUnconfirmed) await restoreAnswers();
    // Where the feed is before anything is shown: what happens from now on is followed.
    void queryClient.ensureQueryData(api.events.list.queryOptions({})).catch(() => undefined);
    // Starts it in the same batch. The notice of closed periods, which needs it, waits for it by itself.
    if (session.role && session.role !== 'User')
      void queryClient.ensureQueryData(api.closings.get.queryOptions()).catch(() => undefined);
    await Promise.all([
      queryClient.ensureQueryData(api.auth.me.queryOptions()),
      queryClient.ensureQueryData(api.permissions.queryOptions()),
      queryClient.ensureQueryData(api.settings.get.queryOptions()),
    ]).catch((error: unknown) => {
      throw isEnrolmentRequired(error) ? redirect({ to: '/enrol', search: { to: location.href } }) : error;
    });
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
