import { IconTrash } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazy-page.ts';
import type { StaffRoute } from '../../shell/staff.route.ts';
import { TrashSearch } from './search.ts';

export const trash = {
  name: 'trash',
  to: '/trash',
  icon: IconTrash,
  needs: 'trash.list',
  routes: (parent: StaffRoute) =>
    [
      createRoute({
        getParentRoute: () => parent,
        path: '/trash',
        staticData: { needs: 'trash.list' },
        validateSearch: TrashSearch,
        component: lazyPage(() => import('./TrashPage.tsx'), 'TrashPage'),
      }),
    ] as const,
} as const;
