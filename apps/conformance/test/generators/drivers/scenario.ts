// What each generated client does against the real service. A driver hands in functions of its generated code, so that the
// compiler checks these inputs and answers against the types that the tool made of the document.

declare const process: { readonly argv: readonly string[] };
const [, , url = '', username = '', password = ''] = process.argv;

export { url };

export interface Answer<T> {
  readonly status: number;
  readonly data?: T | undefined;
  readonly code?: string | undefined;
}

interface Resource<Creation, Change, Item extends { readonly _id: string }, Listed> {
  create(body: Creation): Promise<Answer<Item>>;
  list(): Promise<Answer<readonly Listed[]>>;
  update(id: string, body: Change): Promise<Answer<Item>>;
  remove(id: string): Promise<Answer<{ readonly _id: string }>>;
}

/** A row of a list: with `fields` a part of a record, with `updatedSince` also one that is deleted. */
type Part<Field extends string, Value> = { readonly [Name in Field]?: Value | undefined } & {
  readonly _id: string;
  readonly deletedAt?: string | undefined;
};

export interface Api {
  logIn(body: { username: string; password: string }): Promise<Answer<{ readonly accessToken: string }>>;
  /** Every further call is sent with it. */
  setToken(token: string): void;
  readonly users: Resource<
    { firstName: string; lastName: string; username: string; password: string },
    { firstName: string },
    { readonly _id: string; readonly firstName: string },
    { readonly _id: string; readonly fullName: string }
  >;
  readonly logs: Resource<
    { date: string; startingTime: string; finishingTime: string; payment: string; worker: string },
    { payment: number },
    { readonly _id: string; readonly payment: string },
    Part<'payment', string>
  >;
  readonly payees: Resource<
    { name: string; phoneNumber: string },
    { name: string },
    { readonly _id: string; readonly name: string },
    Part<'name', string>
  >;
  readonly cheques: Resource<
    { serial: string; dueDate: string; value: string; payee: string },
    { isCancelled: boolean },
    { readonly _id: string; readonly isCancelled: boolean },
    Part<'isCancelled', boolean>
  >;
  readonly bills: Resource<
    { date: string; value: string; description: string },
    { extraNotes: string },
    { readonly _id: string; readonly extraNotes: string },
    Part<'extraNotes', string>
  >;
}

function expect(what: string, seen: unknown, wanted: unknown): void {
  if (JSON.stringify(seen) !== JSON.stringify(wanted))
    throw new Error(`${what}: ${JSON.stringify(seen)} instead of ${JSON.stringify(wanted)}`);
}

async function succeeded<T>(what: string, call: Promise<Answer<T>>): Promise<T> {
  const { status, data, code } = await call;
  if (status !== 200 || data === undefined) throw new Error(`${what}: ${status} ${code}`);
  return data;
}

async function refused(call: Promise<Answer<unknown>>, status: number, code: string): Promise<void> {
  const answer = await call;
  expect(code, [answer.status, answer.code], [status, code]);
}

/** Creates, lists, changes and deletes one. */
async function go<
  Creation,
  Change,
  Item extends { readonly _id: string },
  Listed extends { readonly _id: string },
>(
  name: string,
  resource: Resource<Creation, Change, Item, Listed>,
  creation: Creation,
  change: Change,
  isChanged: (item: Item) => boolean,
): Promise<void> {
  const { _id } = await succeeded(`${name} create`, resource.create(creation));
  const listed = await succeeded(`${name} list`, resource.list());
  expect(`${name} list`, listed.filter((one) => one._id === _id).length, 1);
  const changed = await succeeded(`${name} update`, resource.update(_id, change));
  if (!isChanged(changed)) throw new Error(`${name} did not change: ${JSON.stringify(changed)}`);
  expect(`${name} remove`, await succeeded(`${name} remove`, resource.remove(_id)), { _id });
  await refused(resource.remove(_id), 404, 'NOT_FOUND');
}

export async function run(api: Api): Promise<void> {
  await refused(api.logIn({ username, password: 'another one' }), 401, 'INVALID_CREDENTIALS');
  await refused(api.bills.list(), 401, 'UNAUTHENTICATED');
  api.setToken((await succeeded('log in', api.logIn({ username, password }))).accessToken);

  const person = { firstName: 'Grace', lastName: 'Hopper', password: 'a long password' };
  await go(
    'users',
    api.users,
    { ...person, username: 'grace' },
    { firstName: 'Ada' },
    (one) => one.firstName === 'Ada',
  );
  const { _id: worker } = await succeeded('worker', api.users.create({ ...person, username: 'worker' }));
  const shift = { date: '2023-12-8', startingTime: '8:30', finishingTime: '17:00', payment: '500', worker };
  await go('logs', api.logs, shift, { payment: 750 }, ({ payment }) => payment === '750');
  const mill = { name: 'Paper Mill', phoneNumber: '+972512345678' };
  await go('payees', api.payees, mill, { name: 'Mill' }, ({ name }) => name === 'Mill');
  const { _id: payee } = await succeeded('payee', api.payees.create(mill));
  const rent = { serial: '00523', dueDate: '2024-2-9', value: '1200.50', payee };
  await go('cheques', api.cheques, rent, { isCancelled: true }, ({ isCancelled }) => isCancelled);
  const refund = { date: '2023-12-08', value: '-150', description: 'Refund' };
  await go(
    'bills',
    api.bills,
    refund,
    { extraNotes: 'by hand' },
    ({ extraNotes }) => extraNotes === 'by hand',
  );
  await refused(api.bills.create({ ...refund, value: 'much' }), 400, 'VALIDATION');
  await refused(api.cheques.create({ ...rent, payee: 'nobody' }), 400, 'UNKNOWN_REFERENCE');
  console.log('ok');
}
