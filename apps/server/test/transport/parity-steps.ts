import { type Resource, type Role, roles } from '@daybook/domain';
import fc, { type Arbitrary } from 'fast-check';
import { type Input, type Procedure, procedure, procedures } from '../support/calls.ts';
import { amount, body, day, flag, mostly, reference, text } from '../support/samples/arbitraries.ts';
import { samples } from '../support/samples/index.ts';
import { password } from '../support/service.ts';

export type Caller = Role | 'nobody' | 'ended';
export type Target = Role | 'present' | 'deleted' | 'unknown' | 'malformed' | 'self';
/** One call, and who makes it. */
export interface Step {
  readonly called: Procedure;
  readonly caller: Caller;
  /** In which state the record is that the path names. */
  readonly target: Target;
  readonly input: Input;
}

const newPassword = fc.constantFrom<unknown>('a long password', 'short', 5, null);
const eventFields = {
  kind: mostly(['present', 'clear', 'bounce', 'cancel', 'undo'], ['replace', 'pay', '', null, 5]),
  date: mostly(['2024-2-12', '2025-01-01'], ['9999-12-31', 'today', null]),
  reason: text(500),
  charge: fc.option(amount(), { nil: undefined }),
};
/** Of the procedures whose input is not the fields of a resource. */
const webhook = body({
  name: text(100),
  url: mostly(['https://example.org/hooks'], ['http://example.org', 'https://127.0.0.1', 'ftp://x', '', 5]),
  kinds: mostly([[], ['bills', 'bills'], undefined], [['things'], 'bills', null]),
  active: flag,
});
const inputs: Readonly<Record<string, Arbitrary<Input>>> = {
  'users.create': body({ ...samples.users.fields, password: newPassword }),
  'users.update': fc.oneof(body(samples.users.fields), body({ password: newPassword })),
  'users.setStatus': body({ active: flag }),
  'users.setRole': body({ role: mostly(['user', 'Supervisor', 'ADMINISTRATOR'], ['boss', '', null, 3]) }),
  'users.setPreferences': body({
    active: flag,
    theme: mostly(['dark', 'light'], ['blue', null]),
    language: mostly(['ar', 'en-GB'], ['?', '', 4]),
    calendar: mostly(['gregory', 'persian'], ['none', null]),
    timeZone: mostly(['Africa/Cairo', 'UTC'], ['Mars/Base', '']),
    firstDayOfWeek: mostly([1, 7], [0, 8, '1', null]),
    characterKeys: mostly([true, false], ['true', null]),
  }),
  'cheques.addEvent': body(eventFields),
  'cheques.addEvents': body({
    ...eventFields,
    cheques: fc.oneof(fc.array(reference('cheques'), { maxLength: 3 }), fc.constantFrom(null, 'x', {})),
  }),
  'cheques.replace': body({
    cheques: fc.oneof(fc.array(body(samples.cheques.fields), { maxLength: 2 }), fc.constantFrom(null, [5])),
    date: eventFields.date,
    reason: eventFields.reason,
  }),
  'cheques.addSeries': body({
    firstDueDate: day,
    months: mostly([1, 3], [0, 121, '3', null]),
    value: amount(),
    payee: reference('payees'),
    account: fc.option(reference('bankAccounts'), { nil: undefined }),
    firstSerial: fc.option(mostly(['0099', '7-B'], ['none', '', 5]), { nil: undefined }),
    chequebook: fc.option(reference('chequebooks'), { nil: undefined, freq: 1 }),
    dryRun: fc.option(flag, { nil: undefined }),
  }),
  'bills.payByCheque': body({
    ...samples.cheques.fields,
    bills: fc.oneof(fc.array(reference('bills'), { maxLength: 3 }), fc.constantFrom(null, 'x', {})),
  }),
  'forecast.get': fc.record({
    account: reference('bankAccounts').filter((id) => typeof id === 'string'),
    to: fc.constantFrom('2024-1-1', '9999-12-31', 'soon'),
  }),
  'pay.statement': fc.record(
    {
      from: mostly(['2024-1-1', '2024-02-09'], ['soon', '']),
      to: mostly(['2024-3-1', '2023-01-05'], ['9999-12-31', 'soon']),
    },
    { requiredKeys: [] },
  ),
  'payees.statement': fc.record(
    {
      from: mostly(['2024-1-1', '2024-02-09'], ['soon', '']),
      to: mostly(['2024-3-1', '9999-12-31'], ['2023-01-05', 'soon']),
    },
    { requiredKeys: [] },
  ),
  'pay.balances': fc.record(
    { at: mostly(['2024-3-1', '1900-01-01'], ['9999-12-31', 'soon']) },
    { requiredKeys: [] },
  ),
  'settlements.create': body({
    worker: reference('users'),
    to: mostly(['2024-1-31', '2024-02-29'], ['9999-12-31', 'soon', null]),
    payout: mostly([undefined, '0', '12.50'], ['-1', '0.001', null]),
    payoutDate: mostly([undefined, '2024-3-1'], ['soon', null]),
  }),
  'settlements.preview': fc.record({
    worker: reference('users').filter((id) => typeof id === 'string'),
    to: mostly(['2024-1-31'], ['9999-12-31', 'soon']),
  }),
  'settlements.void': body({ reason: text(500), keepPayout: flag }),
  'closings.create': body({
    through: mostly([null], ['9999-12-31', 'soon', 5]),
    kinds: mostly([['logs'], ['bills', 'cheques']], [[], ['users'], 'logs', null]),
    reason: text(500),
  }),
  'tokens.create': body({
    name: text(100),
    scopes: mostly(
      [['profile:read'], ['logs:read', 'logs:read']],
      [[], ['bills:read'], ['bills'], 'x', null],
    ),
    expiresAt: mostly([undefined], ['2020-1-1', '9999-12-31', 'soon', 5, null]),
  }),
  'webhooks.create': webhook,
  'webhooks.update': webhook,
  'users.changePassword': fc.record({
    current: fc.constantFrom(password, 'wrong one'),
    new: fc.constantFrom(password, 'short'),
  }),
  'auth.confirm': fc.record({ password: fc.constantFrom(password, 'wrong one') }),
};
const inputOf = ({ path, rest }: Procedure): Arbitrary<Input> =>
  inputs[path] ?? (rest?.readsBody ? body(samples[path.split('.')[0] as Resource].fields) : fc.constant({}));

/** What depends on the session itself, or is there once, or is of all records: all but sessions have tests of their own. */
const others = [
  'auth.login',
  'auth.refresh',
  'auth.logout',
  'auth.sessions',
  'auth.redeemLogInLink',
  'auth.factors',
  'auth.addTotp',
  'auth.confirmTotp',
  'auth.makeRecoveryCodes',
  'auth.removeFactor',
  'auth.passkeyOptions',
  'auth.addPasskey',
  'auth.passkeyChallenge',
  'auth.proofChallenge',
  'auth.passkeyLogIn',
  'auth.beginSso',
  'auth.ssoLogIn',
  'auth.beginLink',
  'auth.linkIdentity',
  'auth.removeIdentity',
  'users.linkIdentity',
  'users.removeIdentity',
  'users.identities',
  'users.logInLink',
  'users.resetFactors',
  'users.security',
  'cheques.events',
  'bills.ledger',
  'settings.update',
  'users.erase',
  'users.export',
  'closings.create',
  'attachments.addToBill',
  'attachments.addToCheque',
  'attachments.addToPayee',
  'attachments.addToSettlement',
  'attachments.setThumbnail',
  'imports.create',
  'imports.transfer',
  'imports.get',
  'imports.rows',
  'imports.commit',
  'imports.remove',
];
const compared = procedures.filter(
  ({ path, rest }) => rest && !/\.(list|summary)$/.test(path) && !others.includes(path),
);

const callers: Caller[] = ['Administrator', 'Administrator', 'Supervisor', 'User', 'nobody', 'ended'];
const targets: Target[] = ['present', 'present', 'deleted', 'unknown', 'malformed', 'self', ...roles];
export const steps: Arbitrary<Step> = fc.constantFrom(...compared).chain((called) =>
  fc.record({
    called: fc.constant(called),
    caller: fc.constantFrom(...callers),
    target: fc.constantFrom(...targets),
    input: inputOf(called),
  }),
);

/** Steps that chance alone takes too seldom. */
export const rare = Object.entries({
  'logs.create': { date: '2024-1-1', startingTime: '8:00', finishingTime: '9:00', worker: 'nobody' },
  'cheques.create': { serial: '1', dueDate: '2024-1-1', value: 1, payee: 'nobody' },
  'cheques.addEvent': { kind: 'release' },
  'users.create': { firstName: 'A', lastName: 'B', username: 'ROOT', password: 'a long password' },
  'users.changePassword': { current: 'wrong one', new: 'a long password' },
}).map(([path, input]): [Step] => [
  { called: procedure(path), caller: 'Administrator', target: 'present', input },
]);
