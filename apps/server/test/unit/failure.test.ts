import { statuses } from '@daybook/domain';
import { type HttpErrorKind, httpStatuses } from '@daybook/facade';
import { expect, test } from 'vitest';
import { codeOf } from '../../src/http/failure.ts';

test('what the façade refuses has the status of its code', () => {
  for (const [kind, status] of Object.entries(httpStatuses))
    expect(statuses[codeOf(kind as HttpErrorKind)], kind).toBe(status);
});
