import type { Resource } from '@daybook/domain';
import { IconReceipt } from '@tabler/icons-react';
import { type AsyncRouteComponent, createRoute } from '@tanstack/react-router';
import { type ComponentType, createElement } from 'react';
import { lazyPage } from './lib/lazy-page.ts';
import { type ListSearch, listSearch } from './lib/search.ts';
import { closing, forecast, imports, journal, printing, settings, trash, webhooks } from './other-routes.ts';
import { accounts, cheques, home, logs, pay, payees, users } from './record-routes.ts';
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
