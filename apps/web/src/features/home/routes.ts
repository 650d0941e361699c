import { IconHome } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { createElement } from 'react';
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
        loader: ({ context: { api, queryClient, session } }) => {
          if (session.role && session.role !== 'User')
            void queryClient.prefetchQuery(api.home.queryOptions());
        },
        // In the same file as the frame: most people begin here.
        component: () => createElement(parent.useRouteContext().HomePage),
      }),
    ] as const,
} as const;
