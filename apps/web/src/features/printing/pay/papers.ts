import type { Paper } from '../usePaper.ts';

/** In what a printout is said: one language or two. */
export interface Papers {
  readonly paper: Paper;
  readonly second: Paper | undefined;
}
