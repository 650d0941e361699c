import type { Worker } from 'node:cluster';

/** What the primary process and its workers tell each other: all of it. Whatever is to be summed over workers is added here. */
export type ToPrimary = {
  readonly kind: 'ready';
  /** For the operator. */
  readonly message: string;
};

export type ToWorker = {
  readonly kind: 'stop';
  /** Whether clients and load balancers first get time to move to other instances. */
  readonly drain: boolean;
};

/** Nobody hears it where the other side has ended. */
export const tellWorker = (worker: Worker, message: ToWorker): void =>
  void (worker.isConnected() && worker.send(message, () => {}));

export const tellPrimary = (message: ToPrimary): void => void process.send?.(message);

export const onToldByPrimary = (listen: (message: ToWorker) => void): void =>
  void process.on('message', listen);
