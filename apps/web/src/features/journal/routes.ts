import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { staffRoute } from '../../shell/staff.route.ts';
import { JournalSearch } from './search.ts';

export const journalRoutes = [
  createRoute({
    getParentRoute: () => staffRoute,
    path: '/history',
    staticData: { needs: 'journal.list' },
    validateSearch: JournalSearch,
    component: lazyRouteComponent(() => import('./JournalPage.tsx'), 'JournalPage'),
  }),
] as const;
