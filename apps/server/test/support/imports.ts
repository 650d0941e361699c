import type { Person } from './service.ts';
import { test } from './test.ts';

/** As it is answered. */
export interface Row {
  readonly row: number;
  readonly result: string;
  readonly values: Record<string, string>;
  readonly issues?: { readonly path: string[]; readonly code: string }[];
  readonly record?: string;
  readonly duplicateOf?: number;
}

/** Sends a file of text, commits what was read of it, and undoes that. */
export const importing = test
  .extend('settings', { scope: 'file' }, { limitLogins: false })
  .extend(
    'read',
    { scope: 'file' },
    ({ service, admin }) =>
      (query: string, lines: readonly string[], { token }: Pick<Person, 'token'> = admin) =>
        service.call('POST', `/imports?${query}`, {
          token,
          body: lines.join('\r\n'),
          headers: { 'content-type': 'text/csv' },
        }),
  )
  .extend(
    'commit',
    { scope: 'file' },
    ({ service, admin }) =>
      (id: string, body: object = {}, { token }: Pick<Person, 'token'> = admin) =>
        service.call('POST', `/imports/${id}/commit`, { token, body }),
  )
  .extend(
    'undo',
    { scope: 'file' },
    ({ service, admin: { token } }) =>
      (id: string) =>
        service.call('DELETE', `/imports/${id}`, { token }),
  );

export const results = (rows: readonly Row[]) => rows.map(({ row, result }) => `${row} ${result}`);
export const codes = (rows: readonly Row[]) =>
  rows.flatMap(({ row, issues = [] }) => issues.map(({ path, code }) => `${row} ${path.join('.')} ${code}`));
