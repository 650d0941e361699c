import type { Dataset } from './dataset.ts';
import type { RequestSpec } from './request.ts';

/** What is measured: requests of one kind. @param D what they refer to */
export interface Case<D = Dataset> {
  readonly title: string;
  /** The request number `n`; the generator sends 0 to `requestCount` - 1 in turn, again and again. */
  request(dataset: D, n: number): RequestSpec;
  /** A request for a record that `create` makes at each peer, whose answer must be the same from all of them. */
  readonly onNewRecord?: { create(dataset: D): RequestSpec; request(dataset: D, id: string): RequestSpec };
  /** Fields of an answer that differ from peer to peer. */
  readonly varying?: readonly string[];
  /** At the most, where 32 at once are not what the operation is for. */
  readonly connections?: number;
  /** Whether requests without their 200 are counted; elsewhere they are an error. */
  readonly mayFail?: true;
}

export const requestCount = 2000;
