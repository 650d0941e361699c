import { appRouter } from '@daybook/api';
import type { Principal } from '@daybook/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asker } from '../support/asking.ts';
import { type Person, password, type Service, startService } from '../support/service.ts';

// An account that is deleted after its token was checked and before the procedure looks it up.
let service: Service;
let admin: Person;
beforeAll(async () => {
  service = await startService({ limitLogins: false });
  admin = await service.person('Administrator');
});
afterAll(() => service.close());

const calls: [string, (own: ReturnType<typeof appRouter.createCaller>) => Promise<unknown>][] = [
  ['GET /auth', (own) => own.auth.me()],
  ['PATCH /users/preferences', (own) => own.users.setPreferences({ theme: 'dark' })],
  ['PATCH /users/password', (own) => own.users.changePassword({ current: password, new: 'another one' })],
];

it.each(calls)('%s is 401: who calls is nobody any more', async (_, call) => {
  const { id } = await service.person('Administrator');
  const principal: Principal = { id, sessionId: '', role: 'Administrator', timeZone: undefined };
  const { pools, tokens, settings } = service.dependencies;
  const own = appRouter.createCaller({
    db: pools.users,
    tokens,
    settings,
    principal,
    caller: { address: '127.0.0.1', userAgent: '' },
    cookies: {
      refreshToken: () => undefined,
      setRefreshToken: () => {},
      clearRefreshToken: () => {},
      device: () => undefined,
      setDevice: () => {},
    },
    requestId: 'x',
    identify: () => {},
    idempotencyKey: undefined,
    ifMatch: undefined,
  });
  await asker(service, admin)('DELETE', `/users/${id}`);
  await expect(call(own)).rejects.toMatchObject({ cause: { code: 'UNAUTHENTICATED' } });
});
