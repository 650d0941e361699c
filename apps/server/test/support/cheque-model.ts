import type { ChequeStatus } from '@daybook/domain';
import type { Person, Service } from './service.ts';

/** A cheque's life as docs/cheques.md tells it, written by hand: what the service is compared with. */
const moves: Readonly<Record<string, readonly [from: readonly string[], to?: string]>> = {
  present: [['issued', 'bounced'], 'presented'],
  clear: [['issued', 'presented'], 'cleared'],
  bounce: [['issued', 'presented'], 'bounced'],
  stop: [['issued', 'bounced'], 'stopped'],
  release: [['stopped']],
  cancel: [['issued', 'bounced', 'stopped'], 'cancelled'],
  reinstate: [['cancelled']],
  replace: [['issued', 'bounced', 'stopped', 'cancelled'], 'cancelled'],
};

export const actors = ['Administrator', 'Supervisor 1', 'Supervisor 2'] as const;
export type Actor = (typeof actors)[number];

interface Happened {
  readonly kind: string;
  readonly from: string;
  readonly attempts: number;
  readonly actor: Actor;
}

export interface ModelCheque {
  status: string;
  attempts: number;
  isDeleted: boolean;
  /** Those that are not undone. */
  readonly events: Happened[];
  /** By their places in the model. */
  readonly replaces: number | undefined;
}

/** What a change comes to: an HTTP status. */
export class ChequeModel {
  readonly cheques: ModelCheque[] = [];

  add(replaces?: number, isCancelled = false): void {
    const status = isCancelled ? 'cancelled' : 'issued';
    this.cheques.push({ status, attempts: 0, isDeleted: false, events: [], replaces });
  }

  event(place: number, kind: string, actor: Actor): number {
    const cheque = this.at(place);
    if (cheque.isDeleted) return 404;
    const last = cheque.events.at(-1);
    if (kind === 'undo') {
      if (!last) return 409;
      if (actor !== 'Administrator' && actor !== last.actor) return 403;
      if (!this.mayBecome(place, last.from, last.kind === 'replace')) return 409;
      cheque.events.pop();
      Object.assign(cheque, { status: last.from, attempts: last.attempts });
      return 200;
    }
    const [from = [], to = this.statusBefore(cheque, kind)] = moves[kind] ?? [];
    if (!from.includes(cheque.status) || !this.mayBecome(place, to, kind === 'replace')) return 409;
    cheque.events.push({ kind, from: cheque.status, attempts: cheque.attempts, actor });
    cheque.status = to;
    if (kind === 'bounce') cheque.attempts += 1;
    return 200;
  }

  setCancelled(place: number, isCancelled: boolean, actor: Actor): number {
    const cheque = this.at(place);
    if (cheque.isDeleted) return 404;
    if ((cheque.status === 'cancelled') === isCancelled) return 200;
    return this.event(place, isCancelled ? 'cancel' : 'reinstate', actor);
  }

  setValue(place: number): number {
    const { isDeleted, status, attempts } = this.at(place);
    if (isDeleted) return 404;
    return status === 'presented' || status === 'cleared' || attempts > 0 ? 409 : 200;
  }

  remove(place: number): number {
    const cheque = this.at(place);
    if (cheque.isDeleted) return 404;
    if (cheque.status !== 'issued' && cheque.status !== 'cancelled') return 409;
    cheque.isDeleted = true;
    return 200;
  }

  restore(place: number): number {
    const cheque = this.at(place);
    if (!cheque.isDeleted) return 409;
    if (cheque.status !== 'cancelled' && this.isAnyOriginalInForce(place)) return 409;
    cheque.isDeleted = false;
    return 200;
  }

  private at(place: number): ModelCheque {
    const cheque = this.cheques[place];
    if (!cheque) throw new Error(`no cheque ${place}`);
    return cheque;
  }

  /** Of the last stop, or of the last event that cancelled it from another status. */
  private statusBefore({ events }: ModelCheque, kind: string): string {
    const ended = kind === 'release' ? ['stop'] : ['cancel', 'replace'];
    const last = events.findLast((event) => ended.includes(event.kind) && event.from !== 'cancelled');
    return last?.from ?? 'issued';
  }

  /** A cheque and one that replaces it, at any depth, are never both in force. */
  private mayBecome(place: number, status: string, isOfReplacement: boolean): boolean {
    const comesBack = this.at(place).status === 'cancelled' && status !== 'cancelled';
    if ((comesBack || isOfReplacement) && this.isAnyReplacementInForce(place)) return false;
    return !(comesBack && this.isAnyOriginalInForce(place));
  }

  private isAnyOriginalInForce(place: number): boolean {
    const { replaces } = this.at(place);
    if (replaces === undefined) return false;
    return this.at(replaces).status !== 'cancelled' || this.isAnyOriginalInForce(replaces);
  }

  private isAnyReplacementInForce(place: number): boolean {
    return this.cheques.some(
      ({ replaces, isDeleted, status }, i) =>
        replaces === place && ((!isDeleted && status !== 'cancelled') || this.isAnyReplacementInForce(i)),
    );
  }
}

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
