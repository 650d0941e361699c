import { IconHistory } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazy-page.ts';
import type { StaffRoute } from '../../shell/staff.route.ts';
import { JournalSearch } from './search.ts';

// A Supervisor reads the changes of one record, beside it; what only Administrators do stands for the whole journal.
const needs = 'users.setRole';

export const journal = {
  name: 'journal',
  to: '/history',
  icon: IconHistory,
  needs,
  routes: (parent: StaffRoute) =>
    [
      createRoute({
        getParentRoute: () => parent,
        path: '/history',
        staticData: { needs },
        validateSearch: JournalSearch,
        component: lazyPage(() => import('./JournalPage.tsx'), 'JournalPage'),
      }),
    ] as const,
} as const;
