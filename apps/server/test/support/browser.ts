import { expect } from 'vitest';
import { type Answer, password, type Service } from './service.ts';

/** The refresh cookie that an answer sets: as it is sent back, its value, its attributes. */
export function cookieOf(answer: Answer) {
  const line =
    answer.headers.getSetCookie().find((cookie) => /^(__Secure-)?daybook_refresh=/.test(cookie)) ?? '';
  const [cookie = '', ...attributes] = line.split('; ');
  return { cookie, value: cookie.split('=')[1] ?? '', attributes };
}

/** A log-in as a browser makes it: the token, and the cookie. */
export async function browse(service: Service, username: string, headers: Record<string, string> = {}) {
  const answer = await service.call('POST', '/auth', { body: { username, password }, headers });
  expect(answer.status).toBe(200);
  return { token: String(answer.body.data.accessToken), ...cookieOf(answer) };
}

export const renew = (service: Service, cookie?: string): Promise<Answer> =>
  service.call('POST', '/auth/refresh', { headers: cookie === undefined ? {} : { cookie } });
