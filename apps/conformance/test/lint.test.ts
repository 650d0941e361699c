import { expect, test } from 'vitest';
import { openapi, redocly } from './support/redocly.ts';

test('the strictest rules of redocly find no error and no warning', async () => {
  const { stdout, stderr } = await redocly('lint', openapi, '--extends=recommended-strict', '--format=json');
  expect(JSON.parse(stdout).totals, stdout + stderr).toMatchObject({ errors: 0, warnings: 0, ignored: 0 });
});
