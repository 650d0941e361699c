import type * as published from '../../dist/index.js';
import type * as source from '../../src/index.ts';

// Compiles only while what is published says the same as the sources.

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
/** With intersections resolved and `readonly` kept. */
type Plain<T> = T extends object ? { [Key in keyof T]: Plain<T[Key]> } : T;

export const same: readonly true[] = [
  true satisfies Same<Plain<published.Inputs>, Plain<source.Inputs>>,
  true satisfies Same<Plain<published.Outputs>, Plain<source.Outputs>>,
  true satisfies Same<published.ErrorCode, source.ErrorCode>,
  true satisfies Same<Plain<published.ErrorData>, Plain<source.ErrorData>>,
  true satisfies Same<keyof published.Client, keyof source.Client>,
];
