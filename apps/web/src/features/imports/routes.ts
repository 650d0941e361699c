import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazy-page.ts';
import type { StaffRoute } from '../../shell/staff.route.ts';
import { ImportSearch } from './search.ts';

/** Lists, the settings and the first steps lead here. */
export const imports = {
  routes: (parent: StaffRoute) =>
    [
      createRoute({
        getParentRoute: () => parent,
        path: '/import',
        staticData: { needs: 'imports.create' },
        validateSearch: ImportSearch,
        component: lazyPage(() => import('./ImportPage.tsx'), 'ImportPage'),
      }),
      createRoute({
        getParentRoute: () => parent,
        path: '/import/past',
        staticData: { needs: 'imports.list' },
        component: lazyPage(() => import('./PastImportsPage.tsx'), 'PastImportsPage'),
      }),
    ] as const,
} as const;
