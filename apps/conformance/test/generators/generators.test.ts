import { cp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { password, startService } from '@daybook/server/test/support/service.ts';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { attempt, bundle, installed, run } from '../support/consumer.ts';
import { tools } from './tools.ts';

// Each tool generates a client from the document; it compiles strictly, and does what drivers/scenario.ts says.

const typescript = '5.9.3';
const compilerOptions = {
  strict: true,
  noEmit: true,
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.iterable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  allowImportingTsExtensions: true,
  // The generated code is checked, the declarations that its packages bring along are not.
  skipLibCheck: true,
  types: [],
};
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const rows: string[] = [];
afterAll(async () => {
  if (rows.length < tools('').length) return;
  const text = `# Generators

What \`npm run generators\` found at its last whole run: each tool makes a client of \`apps/server/openapi.json\`, which compiles
strictly with TypeScript ${typescript}, and against a real service logs in, meets nine refusals, and creates, lists, changes and deletes users,
logs, payees, cheques and bills (\`drivers/scenario.ts\`).

| tool | packages | generates, compiles, runs |
|---|---|---|
${rows.toSorted().join('\n')}
`;
  await writeFile(here('README.md'), text);
});

test.for(tools('').map(({ name }) => name))('%s', async (name, { skip }) => {
  const service = await startService();
  onTestFinished(() => service.close());
  const { username } = await service.person('Administrator');
  const tool = tools(service.url).find((one) => one.name === name);
  if (!tool) throw new Error(`There is no ${name}.`);

  const { folder, reason } = await installed({ ...tool.packages, typescript });
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  if (reason) skip(`not installed: ${reason}`);
  await cp(here('../../../server/openapi.json'), join(folder, 'openapi.json'));
  for (const [file, text] of Object.entries(tool.files ?? {})) await writeFile(join(folder, file), text);
  const [command, ...args] = tool.command;
  await run(folder, process.execPath, `node_modules/.bin/${command}`, ...args);

  await cp(here('drivers/scenario.ts'), join(folder, 'scenario.ts'));
  await cp(here(`drivers/${name}.ts`), join(folder, 'driver.ts'));
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['generated', 'driver.ts'] }),
  );
  const compiled = await attempt(folder, process.execPath, 'node_modules/typescript/bin/tsc');
  expect(compiled.output.split('\n').slice(0, 20)).toEqual(['']);

  await writeFile(join(folder, 'driver.mjs'), await bundle(folder, 'driver.ts'));
  const printed = await run(folder, process.execPath, 'driver.mjs', service.url, username, password);
  expect(printed.trim()).toBe('ok');
  const packages = Object.entries(tool.packages).map(([one, version]) => `${one} ${version}`);
  rows.push(`| ${name} | ${packages.join(', ')} | yes |`);
});
