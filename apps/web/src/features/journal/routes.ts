import { IconHistory } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { StaffRoute } from '../../shell/staff.route.ts';
import { JournalSearch } from './search.ts';

export const journal = {
  name: 'journal',
  to: '/history',
  icon: IconHistory,
  needs: 'journal.list',
  routes: (parent: StaffRoute) =>
    [
      createRoute({
        getParentRoute: () => parent,
        path: '/history',
        staticData: { needs: 'journal.list' },
        validateSearch: JournalSearch,
        component: lazyRouteComponent(() => import('./JournalPage.tsx'), 'JournalPage'),
      }),
    ] as const,
} as const;
