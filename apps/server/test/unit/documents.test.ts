import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { resources } from '@daybook/domain';
import { expect, test } from 'vitest';
import { parseEnv, variableNames } from '../../src/env.ts';
import { pathOf } from '../support/samples/index.ts';

const read = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);
/** From one heading to the next. */
const section = (text: string, heading: string) =>
  text.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';

const settings = (path: string) => new Map(all(read(path), /^#?([A-Z_]+=.*)$/gm).map(keyAndValue));
const keyAndValue = (line: string): [string, string] => {
  const at = line.indexOf('=');
  return [line.slice(0, at), line.slice(at + 1)];
};

test('.env.example has every setting, and its default', () => {
  const example = settings('.env.example');
  const forOthers = ['TEST_DATABASE_URL', 'POSTGRES_PASSWORD', 'LISTEN'];
  expect([...example.keys()].toSorted()).toEqual([...variableNames, ...forOthers].toSorted());
  // What has no default that can be written.
  for (const name of ['DATABASE_URL', 'ADMIN_USERNAME']) example.delete(name);
  expect(parseEnv(Object.fromEntries(example), '/srv')).toEqual(parseEnv({}, '/srv'));
});

test('docker-compose.yml passes every setting on, or has its own value', () => {
  const server = read('docker-compose.yml').split('\n  server:\n')[1] ?? '';
  const names = all(server, /^ {6}([A-Z_]+): /gm).filter((name) => name !== 'PGPASSWORD');
  // The image sets these.
  const expected = variableNames.filter((name) => !['NODE_ENV', 'HOST', 'PORT', 'DATA_DIR'].includes(name));
  expect(names.toSorted()).toEqual(expected.toSorted());
});

test('the table of README.md has every setting', () => {
  const names = all(section(read('README.md'), 'Settings'), /^\| (`[^|]*`) \|/gm).flatMap((cell) =>
    all(cell, /`([A-Z_]+)`/g),
  );
  const expected = [...variableNames.filter((name) => name !== 'NODE_ENV'), 'TEST_DATABASE_URL'];
  expect(names.toSorted()).toEqual(expected.toSorted());
});

interface Operation {
  readonly 'x-addition'?: true;
}
const { paths } = JSON.parse(read('apps/server/openapi.json')) as {
  paths: Record<string, Record<string, Operation>>;
};
const original = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, operation]) =>
    operation['x-addition'] ? [] : [`${method.toUpperCase()} ${path}`],
  ),
);

test('docs/interface.md has the operations that are no additions', () => {
  const rows = all(read('docs/interface.md'), /^\| \d+ \| (\w+ \| \S+) \|/gm);
  const names = rows.map((row) => row.replace(' | ', ' ').replace('{id}', '{billID}'));
  expect(names).toHaveLength(25);
  expect(names.toSorted()).toEqual(original.toSorted());
});

test('the documents name tests that there are', () => {
  const root = fileURLToPath(new URL('../../../../', import.meta.url));
  const files = globSync(['{apps,packages}/**/*.test.ts', 'apps/server/test/resources/suite/*.ts'], {
    cwd: root,
    exclude: (path) => path.endsWith('node_modules'),
  });
  const missing = globSync('docs/**/*.md', { cwd: root }).flatMap((document) =>
    [...read(document).matchAll(/`((?:suite\/[\w-]+|[\w.-]+\.test)\.ts)(?:: ([^`]+))?`/g)].filter(
      ([, file = '', title = '']) =>
        !files.some((path) => path.endsWith(`/${file}`) && read(path).includes(title)),
    ),
  );
  expect(missing.map(([citation]) => citation)).toEqual([]);
});

test('every resource is tested by what all have in common', () => {
  const untested = resources.filter(
    (name) =>
      !read(`apps/server/test/resources${pathOf(name)}.test.ts`).includes(`testResource('${name}', it)`),
  );
  expect(untested).toEqual([]);
});
