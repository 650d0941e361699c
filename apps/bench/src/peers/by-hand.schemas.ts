/** JSON schemas, from which Fastify compiles what reads requests and writes answers. */
const string = { type: 'string' } as const;
const optional = { type: 'string', nullable: true } as const;
const instant = { type: 'string', format: 'date-time' } as const;
const integer = { type: 'integer' } as const;
const boolean = { type: 'boolean' } as const;

const object = <P extends Record<string, object>>(properties: P, required = Object.keys(properties)) => ({
  type: 'object',
  required,
  properties,
});
const one = (data: object) => ({ response: { 200: object({ success: boolean, data }) } });
const page = (items: object) => ({
  response: {
    200: object({
      success: boolean,
      data: { type: 'array', items },
      nextCursor: { type: 'string', nullable: true },
    }),
  },
});

const stamps = { createdAt: instant, updatedAt: instant, version: integer };
const bill = object({
  _id: string,
  date: string,
  value: string,
  description: string,
  extraNotes: string,
  payee: optional,
  payeeName: string,
  dueDate: optional,
  paidOn: optional,
  account: optional,
  accountName: string,
  cheque: optional,
  chequeSerial: string,
  status: optional,
  isOverdue: boolean,
  attachments: integer,
  ...stamps,
});
const account = {
  _id: string,
  username: string,
  email: string,
  phoneNumber: string,
  accessLevel: string,
  active: boolean,
  fullName: string,
};
const log = object({
  _id: string,
  date: string,
  startingTime: { type: 'string', nullable: true },
  finishingTime: { type: 'string', nullable: true },
  crossesMidnight: boolean,
  durationMinutes: integer,
  breakMinutes: integer,
  workedMinutes: integer,
  payment: string,
  extraNotes: string,
  worker: string,
  workerName: string,
  isAbsent: boolean,
  ...stamps,
});

const params = object({ id: { type: 'string', format: 'uuid' } });
const paging = object({ limit: { type: 'integer', minimum: 1, maximum: 1000 }, cursor: string }, []);
const fields = {
  date: { type: 'string', pattern: '^\\s*[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}\\s*$' },
  value: { type: 'string', pattern: '^-?[0-9]{1,15}(\\.[0-9]{1,4})?$' },
  description: { type: 'string', maxLength: 500 },
  extraNotes: { type: 'string', maxLength: 10_000 },
};

export const getBill = { params, ...one(bill) };
export const listBills = { querystring: paging, ...page(bill) };
export const createBill = { body: object(fields, ['date', 'value']), ...one(bill) };
export const updateBill = { params, body: { ...object(fields, []), minProperties: 1 }, ...one(bill) };
export const listLogs = { querystring: paging, ...page(log) };
export const listUsers = {
  querystring: object({ search: { type: 'string', maxLength: 200 } }, []),
  ...one({ type: 'array', items: object(account) }),
};
export const logIn = {
  body: object({
    username: { type: 'string', maxLength: 1024 },
    password: { type: 'string', maxLength: 1024 },
  }),
  ...one(
    object({
      accessToken: string,
      tokenType: string,
      expiresIn: integer,
      user: object({ ...account, firstName: string, lastName: string, ...stamps }),
    }),
  ),
};

interface Bill {
  date: string;
  value: string;
  description?: string;
  extraNotes?: string;
}
export type ById = { Params: { id: string } };
export type Paged = { Querystring: { limit?: number; cursor?: string } };
export type Search = { Querystring: { search?: string } };
export type NewBill = { Body: Bill };
export type BillChange = { Params: { id: string }; Body: Partial<Bill> };
export type Credentials = { Body: { username: string; password: string } };

/** `YYYY-MM-DD` of a day that exists. @throws Error with the status 400 */
export function day(value: string): string {
  const [year = 0, month = 0, date = 0] = value.trim().split('-').map(Number);
  const found = new Date(Date.UTC(year, month - 1, date));
  if (found.getUTCMonth() !== month - 1 || found.getUTCDate() !== date || year < 1900)
    throw Object.assign(new Error('date: there is no such day.'), { statusCode: 400 });
  return found.toISOString().slice(0, 10);
}

export const text = (value: string): string => value.trim().normalize('NFC');
