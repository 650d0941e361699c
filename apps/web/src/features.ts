import type { Resource } from '@daybook/domain';
import { IconReceipt } from '@tabler/icons-react';
import { type AsyncRouteComponent, createRoute } from '@tanstack/react-router';
import { type ComponentType, createElement } from 'react';
import { accounts } from './features/accounts/routes.ts';
import { cheques } from './features/cheques/routes.ts';
import { closing } from './features/closing/routes.ts';
import { forecast } from './features/forecast/routes.ts';
import { home } from './features/home/routes.ts';
import { imports } from './features/imports/routes.ts';
import { journal } from './features/journal/routes.ts';
import { logs } from './features/logs/routes.ts';
import { pay } from './features/pay/routes.ts';
import { payees } from './features/payees/routes.ts';
import { printing } from './features/printing/routes.ts';
import { settings } from './features/settings/routes.ts';
import { trash } from './features/trash/routes.ts';
import { users } from './features/users/routes.ts';
import { webhooks } from './features/webhooks/routes.ts';
import { lazyPage } from './lib/lazy-page.ts';
import { type ListSearch, listSearch } from './lib/search.ts';
import type { StaffRoute } from './shell/staff.route.ts';

/** What the application consists of, in the order of the menu: each with its routes and its entry there. */
export const features = [
  home,
  logs,
  pay,
  cheques,
  accounts,
  forecast,
  payees,
  listFeature({
    name: 'bills',
    icon: IconReceipt,
    filters: ['from', 'to', 'search'],
    page: lazyPage(() => import('./features/bills/BillsPage.tsx'), 'BillsPage'),
  }),
  users,
  // What is about all of them.
  closing,
  journal,
  trash,
  settings,
] as const;

/** What has no entry in the menu: other screens lead to it. */
export const featuresOutsideMenu = [imports, printing, webhooks] as const;

export type FeatureRoute = ReturnType<
  (typeof features | typeof featuresOutsideMenu)[number]['routes']
>[number];

interface ListFeature<R extends Resource> {
  /** The resource, whose texts and path it has. */
  readonly name: R;
  readonly icon: ComponentType<{ readonly size?: number }>;
  /** Lazy: `lazyPage(() => import('./BillsPage.tsx'), 'BillsPage')`; it is given what stands in the address. */
  readonly page: AsyncRouteComponent<{ readonly search: ListSearch }>;
  /** Where its page has fields for some filters of the list alone. */
  readonly filters?: readonly string[];
}

/** A feature of one page, which lists a resource. */
function listFeature<R extends Resource>({ name, icon, page, filters }: ListFeature<R>) {
  const path: `/${R}` = `/${name}`;
  const needs: `${R}.list` = `${name}.list`;
  const search = listSearch(name, filters);
  const component = Object.assign(() => createElement(page, { search }), { preload: page.preload });
  return {
    name,
    to: path,
    icon,
    needs,
    routes: (parent: StaffRoute) =>
      [
        createRoute({
          getParentRoute: () => parent,
          path,
          staticData: { needs },
          validateSearch: search,
          component,
        }),
      ] as const,
  };
}
