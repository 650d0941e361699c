import { isApiError } from '@daybook/client';
import type { Answer, Service } from './service.ts';

/** What a call came to, whichever way it was sent. */
export type Outcome =
  | { readonly data: unknown }
  | { readonly code: string; readonly status: number; readonly message: string; readonly issues: unknown };

/** One operation as both transports name it. */
export interface Operation {
  /** `bills.update` */
  readonly procedure: string;
  readonly kind: 'query' | 'mutation';
  /** `PUT /bills/{billID}` */
  readonly rest: string;
}

export type Input = Readonly<Record<string, unknown>>;

export const outcomeOf = ({ status, body }: Answer): Outcome =>
  body.success
    ? { data: body.data }
    : { code: body.error.code, status, message: body.message, issues: body.error.issues };

/** Path parameters go into the path, the rest into the query or the body. */
export function overRest(
  service: Service,
  { rest }: Operation,
  input: Input,
  token?: string,
): Promise<Answer> {
  const [method = '', template = ''] = rest.split(' ');
  const others = { ...input };
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    delete others[name];
    return encodeURIComponent(String(input[name]));
  });
  if (method !== 'GET' && method !== 'DELETE') return service.call(method, path, { token, body: others });
  const query = new URLSearchParams(others as Record<string, string>);
  return service.call(method, query.size > 0 ? `${path}?${query}` : path, { token });
}

type Call = (input: Input) => Promise<unknown>;
type Procedures = Readonly<Record<string, Readonly<Record<string, Record<'query' | 'mutate', Call>>>>>;

/** The same with the typed client, whose types are left aside so that invalid inputs can be sent too. */
export async function overTrpc(
  service: Service,
  { procedure, kind }: Operation,
  input: Input,
  token?: string,
): Promise<Outcome> {
  const [router = '', name = ''] = procedure.split('.');
  const call = (service.client(token) as unknown as Procedures)[router]?.[name];
  if (!call) throw new Error(`no procedure ${procedure}`);
  try {
    return { data: await call[kind === 'query' ? 'query' : 'mutate'](input) };
  } catch (error) {
    if (!isApiError(error) || !error.data) throw error;
    const { code, httpStatus, issues } = error.data as typeof error.data & { issues?: unknown };
    return { code, status: httpStatus, message: error.message, issues };
  }
}
