import { readFileSync } from 'node:fs';
import { issueCodes, statuses } from '@daybook/domain';
import { type HttpErrorKind, httpStatuses } from '@daybook/facade';
import { expect, test } from 'vitest';
import { codeOf } from '../../src/http/failure.ts';

test('what the façade refuses has the status of its code', () => {
  for (const [kind, status] of Object.entries(httpStatuses))
    expect(statuses[codeOf(kind as HttpErrorKind)], kind).toBe(status);
});

test('docs/rules.md names every code of an error, with its status, and of an issue', () => {
  const rules = readFileSync(new URL('../../../../docs/rules.md', import.meta.url), 'utf8');
  for (const [code, status] of Object.entries(statuses))
    expect(rules, code).toMatch(new RegExp(`^\\|[\\d, ]*\\b${status}\\b.*\`${code}\``, 'm'));
  for (const code of issueCodes) expect(rules, code).toMatch(new RegExp(`^\\| \`${code}\``, 'm'));
});
