import { useNavigate, useSearch } from '@tanstack/react-router';
import { z } from 'zod';

/** The query of an address as plain text values: `?from=2026-01-01&serial=0012`. */
export const parseSearch = (query: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(query));

export function stringifySearch(search: Record<string, unknown>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search))
    if (value !== undefined && value !== null && value !== '') parameters.set(name, String(value));
  return parameters.size === 0 ? '' : `?${parameters}`;
}

// What somebody typed into an address by hand and cannot be read counts as absent.
export const dayParameter = z.iso.date().optional().catch(undefined);
export const monthParameter = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
  .optional()
  .catch(undefined);
const text = () => z.string().min(1).optional().catch(undefined);
export const textParameter = text();
export const flagParameter = z.enum(['true', 'false']).optional().catch(undefined);
/** `date` ascending, `-date` descending. */
export const sortParameter = text();

/** What stands in the address of a list: its filters, and its order. */
export type ListSearch = z.ZodObject<Readonly<Record<string, z.ZodType<string | undefined>>>>;

interface Days {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** What can be asked for: a last day before the first, which the fields show as a fault, is left out. */
export const inOrder = <F extends Days>(filters: F): F =>
  filters.from && filters.to && filters.to < filters.from ? { ...filters, to: undefined } : filters;

/** The filters in this page's address, and how to change some of them: undefined takes one out. */
export function useFilters<S extends object>(
  schema: z.ZodType<S>,
): [filters: S, set: (changes: Partial<S>) => void] {
  const filters = schema.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  const set = (changes: Partial<S>) =>
    void navigate({
      to: '.',
      search: (old: object) => ({ ...old, ...changes }) as never,
      replace: true,
      resetScroll: false,
    });
  return [filters, set];
}
