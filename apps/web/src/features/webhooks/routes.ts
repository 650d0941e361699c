import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazy-page.ts';
import type { StaffRoute } from '../../shell/staff.route.ts';

/** The settings lead here. */
export const webhooks = {
  routes: (parent: StaffRoute) =>
    [
      createRoute({
        getParentRoute: () => parent,
        path: '/webhooks',
        staticData: { needs: 'webhooks.list' },
        component: lazyPage(() => import('./WebhooksPage.tsx'), 'WebhooksPage'),
      }),
    ] as const,
} as const;
