import type { Resource } from '@daybook/domain';
import { type AsyncRouteComponent, createRoute } from '@tanstack/react-router';
import { type ComponentType, createElement } from 'react';
import type { z } from 'zod';
import type { StaffRoute } from './shell/staff.route.ts';

interface ListFeature<R extends Resource, S extends z.ZodObject> {
  /** The resource, whose texts and path it has. */
  readonly name: R;
  readonly icon: ComponentType<{ readonly size?: number }>;
  /** What stands in the address. */
  readonly search: S;
  /** Lazy: `lazyPage(() => import('./BillsPage.tsx'), 'BillsPage')`; it is given `search`. */
  readonly page: AsyncRouteComponent<{ readonly search: S }>;
}

/** A feature of one page, which lists a resource. */
export function listFeature<R extends Resource, S extends z.ZodObject>({
  name,
  icon,
  search,
  page,
}: ListFeature<R, S>) {
  const path: `/${R}` = `/${name}`;
  const needs: `${R}.list` = `${name}.list`;
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
