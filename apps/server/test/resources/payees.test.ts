import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { ids, query } from '../support/listing.ts';
import type { Row } from '../support/samples/index.ts';
import { resourceTest, testResource } from './suite/index.ts';

const it = resourceTest('payees');

testResource('payees', it);

it('take the requests of docs/interface.md as they are written', async ({ ask }) => {
  const payee = await ask('POST', '/payees', {
    name: 'مؤسسة النور',
    email: '',
    phoneNumber: '+9725 1234-5678',
    extraNotes: 'ملاحظات بالعربية',
  });
  expect(payee).toMatchObject({ email: '', phoneNumber: '+972512345678', extraNotes: 'ملاحظات بالعربية' });
  expect(await ask('GET', `/payees/${payee._id}`)).toEqual(payee);
});

describe('texts', () => {
  it.for([
    '🙂 👩‍👩‍👧',
    'ملاحظات بالعربية',
    '漢字',
    '\u202eabc\u202c',
    'A\uffffB',
    'a\nb\tc',
    '<b>&amp;"\'\\',
    '%_$1 :x ?',
  ])('%j comes back as it was', async (text, { ask, make }) => {
    const payee = await make('payees', { name: text, extraNotes: text });
    expect(payee).toMatchObject({ name: text, extraNotes: text });
    expect(await ask('GET', `/payees/${payee._id}`)).toEqual(payee);
  });

  // Names are sorted by a folded form, which may be many times longer than what was typed.
  it.for(['ﷺ', '㌖', '각', '㍿', 'ß', '\u1fb7'])(
    'a name of the longest kind is stored: %s',
    async (unit, { ask, make }) => {
      const name = Array.from({ length: 100 }, (_, i) =>
        String.fromCodePoint((unit.codePointAt(0) ?? 0) + (i % 7)),
      ).join('');
      expect(await make('payees', { name })).toMatchObject({ version: 1 });
      const user = await make('users', { firstName: name, lastName: name });
      expect(await ask('GET', `/users/${user._id}`)).toEqual(user);
    },
  );
});

describe('a search', () => {
  it.for([
    ['Zoë', 'zoe', 'ZOE', 'Zoe\u0308'],
    ['Αθήνα', 'ΑΘΗΝΑ', 'αθηνα'],
    ['Москва', 'МОСКВА', 'москва'],
    ['ﬁnance', 'FINANCE', 'finance'],
    ['أحمد', 'احمد', 'آحمد', 'إحمد', 'أَحْمَد', 'أحمـــد'],
    ['O’Brien', "o'brien", 'O´BRIEN', 'OʼBrien'],
    ['Saint–Luc', 'saint-luc', 'SAINT—LUC', 'saint‑luc'],
    ['Łódź', 'lodz', 'LÓDŹ', '\u200eŁo\u00addz\u200f'],
    ['Großstraße', 'GROSSSTRASSE', 'großstrasse'],
    ['בית־לחם בע״מ', 'בית-לחם בע"מ'],
    ['שָׁלוֹם', 'שלום'],
    ['ｗｉｄｅ', 'wide'],
  ])('%s is found by any form of it', async (forms, { ask, make }) => {
    const made: string[] = [];
    for (const form of forms) made.push((await make('payees', { name: `< ${form} >` }))._id);
    for (const form of forms) {
      const found = ids(await ask('GET', query('/payees', { search: `< ${form} >` })));
      expect(found.toSorted(), form).toEqual(made);
    }
  });

  it.for([
    ['an alef with a wasla is an alef', '« ٱلنور »', '« النور »'],
    ['a sigma at the end of a word is a sigma', '« Νίκος »', '« ΝΙΚΟΣ »'],
  ] as const)('%s', async ([, name, search], { ask, make }) => {
    const { _id } = await make('payees', { name });
    expect(ids(await ask('GET', query('/payees', { search })))).toEqual([_id]);
  });

  it('finds by every word, in any order, and by the beginnings of words', async ({ ask, make }) => {
    const { _id } = await make('payees', {
      name: 'Quayside Timber Merchants',
      email: 'sales@quayside.example',
      extraNotes: 'first of one two three four five',
    });
    for (const search of [
      'merchants quayside',
      'timb quay',
      'MERCH sales@',
      'five four three two one first of quayside merchants timber',
      'quayside timbermerchants'.slice(0, 13),
    ])
      expect(ids(await ask('GET', query('/payees', { search }))), search).toEqual([_id]);
    for (const search of ['quayside plumber', 'five four three two one first quayside merchants timbers'])
      expect(ids(await ask('GET', query('/payees', { search }))), search).toEqual([]);
  });

  it.for(['052-738 4411', '+972 (52) 738-44.11', '00972 52 7384411', '0527384411', '٠٥٢ ٧٣٨', '738/4411'])(
    'finds a phone number by its digits: %s',
    async (search, { ask, make }) => {
      const { _id } = await make('payees', { name: 'Dialled', phoneNumber: '+972527384411' });
      expect(ids(await ask('GET', query('/payees', { search })))).toEqual([_id]);
      await ask('DELETE', `/payees/${_id}`);
    },
  );

  it('finds by e-mail, phone and notes', async ({ ask, make }) => {
    const { _id } = await make('payees', {
      name: 'Found',
      email: 'found@example.org',
      phoneNumber: '+1555000777',
      extraNotes: 'Kept below',
    });
    for (const search of ['FOUND@', '555000', 'kept BELOW'])
      expect(ids(await ask('GET', query('/payees', { search }))), search).toEqual([_id]);
  });
});

it('is found by letters and digits that people type for one another', async ({ ask, make }) => {
  const { _id } = await make('payees', { name: 'شركة الهُدى ٥٧٣٨', extraNotes: 'Łódź, کیان' });
  for (const search of ['شركه', 'الهدي', 'شركــة', '5738', '۵۷۳۸', 'كيان'])
    expect(ids(await ask('GET', query('/payees', { search }))), search).toEqual([_id]);
});

it('has no phone number with (0) or with 0 first, but may send back the one that it has', async ({
  service,
  admin: { token },
  ask,
  make,
}) => {
  const codesOf = ({ status, body }: { status: number; body: Row }) => [
    status,
    body.error.issues.map(({ path, code }: Row) => `${path} ${code}`),
  ];
  const { _id } = await make('payees', { phoneNumber: '+442079460018' });
  const address = `/payees/${_id}`;
  const zero = '+44 (0)20 7946 0018';
  for (const [method, path] of [
    ['POST', '/payees'],
    ['PUT', address],
  ] as const) {
    const send = (phoneNumber: string) =>
      service.call(method, path, { token, body: { name: 'Zero', phoneNumber } });
    expect(codesOf(await send(zero))).toEqual([400, ['phoneNumber phone_zero_in_brackets']]);
    expect(codesOf(await send('+0442079460018'))).toEqual([400, ['phoneNumber invalid_phone']]);
  }
  expect(await ask('GET', address)).toMatchObject({ phoneNumber: '+442079460018', version: 1 });
  // As was taken once.
  await service.sql`update payees set phone_number = '+0442079460018' where id = ${_id}`;
  expect(await ask('PUT', address, { name: 'Same', phoneNumber: '+0 44 2079460018' })).toMatchObject({
    name: 'Same',
    phoneNumber: '+0442079460018',
  });
  expect(await ask('PUT', address, { name: 'Kept' })).toMatchObject({ phoneNumber: '+0442079460018' });
  for (const more of [{}, { name: 'Other' }]) {
    const body = { phoneNumber: '+0442079460019', ...more };
    const answer = await service.call('PUT', address, { token, body });
    expect(codesOf(answer)).toEqual([400, ['phoneNumber invalid_phone']]);
  }
  await ask('PUT', address, { phoneNumber: '' });
  expect(
    codesOf(await service.call('PUT', address, { token, body: { phoneNumber: '+0442079460018' } })),
  ).toEqual([400, ['phoneNumber invalid_phone']]);
});

it('an ASCII text folds as it does before another letter', async ({ service }) => {
  const texts = fc.string({
    unit: fc.integer({ min: 1, max: 127 }).map((code) => String.fromCharCode(code)),
  });
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      const [row] = await service.sql`select fold(${text}) as ascii, left(fold(${`${text}É`}), -1) as other`;
      expect(row).toEqual({ ascii: row?.other, other: text.toLowerCase() });
    }),
  );
});

it('a name that folds to a long text can be paged over', async ({ service, admin: { token }, ask, make }) => {
  // U+FDFA is one character that is written out as 18.
  for (let i = 0; i < 2; i += 1) await make('payees', { name: '\ufdfa'.repeat(100) });
  const whole = ids(await ask('GET', '/payees'));
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const answer = await service.call('GET', query('/payees', { limit: '1', ...(cursor && { cursor }) }), {
      token,
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    seen.push(...ids(answer.body.data));
    cursor = answer.body.nextCursor;
  }
  expect(seen).toEqual(whole);
});
