import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Decimal128, Long, ObjectId, serialize } from 'bson';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readCollections } from '../../src/imports/dump.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'daybook-manager-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const id = '64f0aaaaaaaaaaaaaaaaaaaa';
const at = new Date('2023-12-07T22:00:00Z');
const write = (name: string, content: string | Uint8Array) => writeFileSync(join(folder, name), content);
const bills = () => readCollections(folder).get('bills');

describe('the files of a database of Manager-2.0', () => {
  it.each([
    [`{"$oid":"${id}"}`, id],
    ['{"$date":"2023-12-07T22:00:00Z"}', at],
    ['{"$date":"2023-12-08T00:00:00.000+0200"}', at],
    [`{"$date":${at.getTime()}}`, at],
    [`{"$date":{"$numberLong":"${at.getTime()}"}}`, at],
    ['{"$date":"never"}', new Date(Number.NaN)],
    ['{"$numberInt":"5"}', 5],
    ['{"$numberLong":"5"}', 5],
    ['{"$numberLong":5}', 5],
    ['{"$numberLong":"9007199254740993"}', '9007199254740993'],
    ['{"$numberDouble":"12.299999999"}', 12.299999999],
    ['{"$numberDouble":"NaN"}', Number.NaN],
    ['{"$numberDecimal":"12.50"}', '12.50'],
    ['{"$undefined":true}', undefined],
    ['12.5', 12.5],
    ['null', null],
    ['"text"', 'text'],
    ['{"$unknown":1}', { $unknown: 1 }],
  ])('has %s in JSON', (json, value) => {
    write('bills.json', `{"value":${json}}\n\n{"value":1}\n`);
    expect(bills()).toEqual([{ value }, { value: 1 }]);
  });

  it('is a list of documents too, with a byte order mark, packed, or named as Compass does it', () => {
    write('shop.bills.json.gz', gzipSync(`\uFEFF[{"_id":{"$oid":"${id}"}}, {"_id":2}]`));
    write('users.metadata.json', '{"options":{}}');
    write('sessions.json', '{}');
    expect(readCollections(folder)).toEqual(new Map([['bills', [{ _id: id }, { _id: 2 }]]]));
  });

  it('is a dump, plain or packed, in the folder of its database', () => {
    mkdirSync(join(folder, 'manager'));
    const one = { _id: new ObjectId(id), date: at, value: 12.5, total: Decimal128.fromString('12.50') };
    const bytes = Buffer.concat([
      serialize(one),
      serialize({ _id: 2, long: Long.fromNumber(5), gone: null }),
    ]);
    write('manager/bills.bson', bytes);
    write('manager/users.bson.gz', gzipSync(bytes));
    write('manager/bills.metadata.json', '{}');
    const read = [
      { _id: id, date: at, value: 12.5, total: '12.50' },
      { _id: 2, long: 5, gone: null },
    ];
    expect(readCollections(folder)).toEqual(
      new Map([
        ['bills', read],
        ['users', read],
      ]),
    );
    write('manager/logs.bson', bytes.subarray(0, -3));
    expect(bills).toThrow(/logs\.bson cannot be read: it is cut off or damaged at byte \d+/);
  });

  it.each([
    ['nothing', () => {}, 'has none of users.json'],
    [
      'two files of one collection',
      () => ['bills.json', 'bills.bson'].map((name) => write(name, '')),
      'several files',
    ],
    [
      'two databases',
      () => {
        for (const name of ['a', 'b']) {
          mkdirSync(join(folder, name));
          write(`${name}/bills.json`, '');
        }
      },
      'several databases',
    ],
    ['a line that is no JSON', () => write('bills.json', '{}\n{"a":\n'), 'bills.json cannot be read: line 2'],
    ['a line that is no document', () => write('bills.json', '5'), 'it is no document'],
    ['a file that is not packed', () => write('bills.json.gz', '{}'), 'bills.json.gz cannot be read'],
  ])('is refused with %s', (_, make, message) => {
    make();
    expect(bills).toThrow(message);
  });
});
