import { asker, bodies, unique } from './asking.ts';
import type { Person, Service } from './service.ts';

// biome-ignore lint/suspicious/noExplicitAny: rows of every kind
export type Row = any;

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

const days = '2024-01-31 2024-02-01 2024-02-01 2024-02-01 2024-02-29 2024-03-01 2024-03-01'.split(' ');
const names = 'Zoë zoe Ärger arger Beta أحمد احمد Émile 李 beta Zoe _ 10% 100'.split(' ');

/** Records of every kind, several with equal keys: three workers, and the identifiers of payees by name. */
export async function seedLists(service: Service, admin: Person) {
  const ask = asker(service, admin);
  const workers: Person[] = [];
  for (const role of ['User', 'User', 'Supervisor'] as const) workers.push(await service.person(role));
  const payees: Record<string, string> = {};
  for (const name of names) payees[name] = (await ask('POST', '/payees', { name }))._id;
  for (const [i, date] of days.entries()) {
    await ask('POST', '/bills', bodies.bill({ date, value: i - 3, description: `Bill ${i}` }));
    const absent = i % 3 === 0 ? { isAbsent: true, startingTime: null, finishingTime: null } : {};
    await ask('POST', '/logs', bodies.log(workers[i % 3]?.id ?? '', { date, ...absent }));
    const more = { serial: `00${i % 2}`, description: `Cheque ${i}`, isCancelled: i % 3 === 0 };
    await ask(
      'POST',
      '/cheques',
      bodies.cheque(payees[names[i % 3] ?? ''] ?? '', { dueDate: date, ...more }),
    );
  }
  for (const name of names) await addUsers(service, [`${name} Listed`], !name.startsWith('b'));
  return { workers, payees };
}
