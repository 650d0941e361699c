import type { ChequeStatus } from '@daybook/domain';
import type { Person, Service } from './service.ts';

/** Events that lead a new cheque to a status. */
export const pathTo: Readonly<Record<ChequeStatus, readonly string[]>> = {
  issued: [],
  presented: ['present'],
  cleared: ['clear'],
  bounced: ['bounce'],
  stopped: ['stop'],
  cancelled: ['cancel'],
};

/** Sends an event of one cheque. */
export const eventSender =
  (service: Service, { token }: Person) =>
  (cheque: string, kind: string, more: object = {}) =>
    service.call('POST', `/cheques/${cheque}/events`, { token, body: { kind, ...more } });
