import { IconCoins } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazy-page.ts';
import type { StaffRoute } from '../../shell/staff.route.ts';
import { OwnPaySearch, PaySearch, SettleSearch, StatementSearch } from './search.ts';

export const pay = {
  name: 'pay',
  to: '/pay',
  icon: IconCoins,
  needs: 'pay.statement',
  routes: (parent: StaffRoute) =>
    [
      createRoute({
        getParentRoute: () => parent,
        path: '/pay',
        validateSearch: PaySearch.extend(OwnPaySearch.shape),
        component: lazyPage(() => import('./PayPage.tsx'), 'PayPage'),
      }),
      createRoute({
        getParentRoute: () => parent,
        path: '/pay/settle',
        staticData: { needs: 'settlements.create' },
        validateSearch: SettleSearch,
        component: lazyPage(() => import('./settle/SettlePage.tsx'), 'SettlePage'),
      }),
      createRoute({
        getParentRoute: () => parent,
        path: '/pay/rates',
        staticData: { needs: 'rates.create' },
        component: lazyPage(() => import('./rates/RatesPage.tsx'), 'RatesPage'),
      }),
      createRoute({
        getParentRoute: () => parent,
        path: '/pay/settlements/$settlementID',
        component: lazyPage(() => import('./settlement/SettlementPage.tsx'), 'SettlementPage'),
      }),
      createRoute({
        getParentRoute: () => parent,
        path: '/pay/$workerID',
        staticData: { needs: 'pay.balances' },
        validateSearch: StatementSearch,
        component: lazyPage(() => import('./worker/WorkerPage.tsx'), 'WorkerPage'),
      }),
    ] as const,
} as const;
