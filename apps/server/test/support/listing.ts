import { type Row, unique } from './samples/index.ts';
import type { Service } from './service.ts';

export const ids = (rows: readonly Row[]): string[] => rows.map(({ _id }) => _id);

export const query = (path: string, parameters: Record<string, string>): string =>
  `${path}?${new URLSearchParams(parameters)}`;

/** The address of the next page in a Link header. */
export const nextOf = (headers: Headers): string | undefined =>
  /^<(.+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];

/** Accounts of these names, faster than by registering them; `more` are columns. */
export async function addUsers(service: Service, names: readonly string[], active = true): Promise<void> {
  for (const name of names) {
    const [first = '', ...rest] = name.split(' ');
    await service.sql`insert into users (id, first_name, last_name, username, username_key, email, phone_number,
        access_level, active, password_hash, preferences)
      values (gen_random_uuid(), ${first}, ${rest.join(' ')}, ${name}, ${unique('added')}, '', '', 'User', ${active},
        '', '{}')`;
  }
}
