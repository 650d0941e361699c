import { describe, expect, it, test } from 'vitest';
import { DatabaseAddressError, parseAddress, rotationOf } from '../src/db/address.ts';

const me = 'postgres://me:p%40ss@';

test.each([
  ['one host', `${me}db/x`, [['db', 5432]], `${me}db/x`, 'db:5432/x'],
  [
    'several, each with its port',
    `${me}h1:5432,h2:5433/x?sslmode=require`,
    [
      ['h1', 5432],
      ['h2', 5433],
    ],
    `${me}h1:5432/x?sslmode=require`,
    'h1:5432,h2:5433/x',
  ],
  [
    'several, some without',
    `${me}h1,h2:5433,h3/x`,
    [
      ['h1', 5432],
      ['h2', 5433],
      ['h3', 5432],
    ],
    `${me}h1/x`,
    'h1:5432,h2:5433,h3:5432/x',
  ],
  [
    'IPv6',
    'postgres://[::1]:5433,[fe80::2],10.0.0.1/x',
    [
      ['::1', 5433],
      ['fe80::2', 5432],
      ['10.0.0.1', 5432],
    ],
    'postgres://[::1]:5433/x',
    '[::1]:5433,[fe80::2]:5432,10.0.0.1:5432/x',
  ],
])('%s', (_, address, hosts, firstHostUrl, display) => {
  const parsed = parseAddress(address);
  expect(parsed.hosts).toEqual(hosts.map(([host, port]) => ({ host, port })));
  expect(parsed).toMatchObject({ firstHostUrl, display });
  expect(parsed.targetSessionAttrs).toBeUndefined();
});

describe('target_session_attrs', () => {
  it.each(['read-write', 'primary'])('%s', (targetSessionAttrs) => {
    expect(parseAddress(`${me}h1,h2/x?target_session_attrs=${targetSessionAttrs}&a=b`)).toMatchObject({
      targetSessionAttrs,
      firstHostUrl: `${me}h1/x?a=b`,
    });
  });

  it('any is as none', () => {
    expect(parseAddress(`${me}h1/x?target_session_attrs=any`)).toEqual(parseAddress(`${me}h1/x`));
  });

  it.each(['standby', 'read-only', 'prefer-standby', 'x'])('%s is refused', (word) => {
    expect(() => parseAddress(`${me}h1/x?target_session_attrs=${word}`)).toThrow(
      `DATABASE_URL has target_session_attrs=${word}, and Daybook writes; give read-write, primary or any.`,
    );
  });
});

it.each(['postgres://h1:5432,/x', 'postgres://,h2/x', 'postgres://h1:port,h2/x', 'postgres:///x', 'h1,h2'])(
  '%s cannot be read',
  (address) => expect(() => parseAddress(address)).toThrow(DatabaseAddressError),
);

it('takes another host after a failure, once for all connections that met it', () => {
  const turn = rotationOf(parseAddress('postgres://a,b,c/turns'));
  const first = turn.next();
  turn.failed(first);
  turn.failed(first);
  expect(turn.next().host).toBe('b');
  expect(rotationOf(parseAddress('postgres://a,b,c/turns')).next().host).toBe('b');
  turn.failed(turn.next());
  turn.failed(turn.next());
  expect(turn.next().host).toBe('a');
});
