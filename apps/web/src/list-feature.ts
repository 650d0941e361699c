import type { Resource } from '@daybook/domain';
import { type AsyncRouteComponent, createRoute } from '@tanstack/react-router';
import { type ComponentType, createElement } from 'react';
import { type ListSearch, listSearch } from './lib/search.ts';
import type { StaffRoute } from './shell/staff.route.ts';

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
export function listFeature<R extends Resource>({ name, icon, page, filters }: ListFeature<R>) {
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
