import type { Worker } from 'node:cluster';

/** What the primary process and its workers tell each other, besides what prom-client asks for its sums. */
export type ToPrimary = {
  readonly kind: 'ready';
  readonly url: string;
  readonly database: string;
  /** Where the metrics of all workers are to be served. */
  readonly metrics?: { readonly host: string; readonly port: number } | undefined;
};

export type ToWorker = {
  readonly kind: 'stop';
  /** Whether clients and load balancers first get time to move to other instances. */
  readonly drain: boolean;
};

/** Nobody hears it where the other side has ended. */
export const sendToWorker = (worker: Worker, message: ToWorker): void =>
  void (worker.isConnected() && worker.send(message, () => {}));

export const sendToPrimary = (message: ToPrimary): void => void process.send?.(message);

export const onPrimaryMessage = (listen: (message: ToWorker) => void): void =>
  void process.on('message', (message: ToWorker) => {
    if (message.kind === 'stop') listen(message);
  });
