import { createRootRoute, createRoute, Outlet, redirect } from '@tanstack/react-router';
import { api, queryClient } from '../api.ts';
import { session } from '../session.ts';
import { NotFound } from './NotFound.tsx';
import { Shell } from './Shell.tsx';

export const rootRoute = createRootRoute({ component: Outlet, notFoundComponent: NotFound });

/** All that needs a session. What the caller is and may do is known before anything below is drawn. */
export const staffRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'staff',
  beforeLoad: ({ location }) => {
    if (!session.state.signedIn)
      throw redirect({ to: '/login', search: location.href === '/' ? {} : { to: location.href } });
  },
  loader: () =>
    Promise.all([
      queryClient.ensureQueryData(api.auth.me.queryOptions()),
      queryClient.ensureQueryData(api.permissions.queryOptions()),
    ]),
  component: Shell,
});
