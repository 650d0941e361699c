import type { Worker } from 'node:cluster';

/** What the primary process and its workers tell each other, besides what prom-client asks for its sums. */
export type ToPrimary = {
  readonly kind: 'ready';
  /** For the operator. */
  readonly message: string;
  /** Where the metrics of all workers are to be served. */
  readonly metrics?: { readonly host: string; readonly port: number } | undefined;
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
  void process.on('message', (message: ToWorker) => {
    if (message.kind === 'stop') listen(message);
  });
