import { IconAdjustments } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazy-page.ts';
import type { StaffRoute } from '../../shell/staff.route.ts';

export const settings = {
  name: 'settings',
  to: '/settings',
  icon: IconAdjustments,
  needs: 'users.setPreferences',
  routes: (parent: StaffRoute) =>
    [
      createRoute({
        getParentRoute: () => parent,
        path: '/settings',
        component: lazyPage(() => import('./SettingsPage.tsx'), 'SettingsPage'),
      }),
    ] as const,
} as const;
