import type { Case, RequestSpec } from '../case.ts';

export const FACADE = ['facade-get', 'facade-create'] as const;
export type FacadeCase = (typeof FACADE)[number];

/** Procedures without a database: what stays is HTTP, validation and JSON. */
export const FACADE_CASES: Readonly<Record<FacadeCase, Case<undefined>>> = {
  'facade-get': {
    title: 'GET /notes/{noteID}',
    request: (_, n) => ({
      method: 'GET',
      path: `/notes/0193a6a0-7c1e-7000-8000-${n.toString(16).padStart(12, '0')}`,
    }),
  },
  'facade-create': {
    title: 'POST /notes',
    request: (_, n) => ({
      method: 'POST',
      path: '/notes',
      body: JSON.stringify({
        title: `Rent ${n}`,
        text: 'Paid in cash',
        labels: ['house', 'rent'],
        pinned: true,
      }),
    }),
  },
};

/** The same calls in tRPC's own protocol, for its own adapter. */
export const trpcProtocol = {
  request({ method, path, body }: RequestSpec): RequestSpec {
    if (method !== 'GET') return { method, path: '/trpc/notes.create', ...(body !== undefined && { body }) };
    const input = JSON.stringify({ noteID: path.split('/')[2] });
    return { method, path: `/trpc/notes.get?input=${encodeURIComponent(input)}` };
  },
  answer: (answer: unknown): unknown => (answer as { result: { data: unknown } }).result.data,
};
