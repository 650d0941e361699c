import { atOnce } from './asking.ts';
import type { Answer, Service } from './service.ts';

export const wrong = 'wrong password';

let addresses = 0;
/** An address that no other call gives. */
export const freshAddress = () => {
  addresses += 1;
  return `198.51.${(addresses / 250) | 0}.${1 + (addresses % 250)}`;
};

/** A log-in from this address, to a service with `trustProxy: ['127.0.0.1']`. */
export const logInFrom = (service: Service, username: string, from: string, typed = wrong): Promise<Answer> =>
  service.call('POST', '/auth', {
    body: { username, password: typed },
    headers: { 'x-forwarded-for': from },
  });

/** So many failed log-ins at once. */
export const failLogIns = (service: Service, count: number, username: string, from: string) =>
  atOnce(count, () => logInFrom(service, username, from));
