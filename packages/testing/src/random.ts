import fc from 'fast-check';

const { TEST_RANDOM = '0.1', TEST_SEED } = process.env;
const factor = Number(TEST_RANDOM);

/** Whether random tests run at their whole length, so that they have to reach all that chance can. */
export const isWhole = factor >= 1;

/** How often a random test or a race is repeated: a tenth of `whole`; all of it with TEST_RANDOM=1, more with more. */
export const runs = (whole: number): number => Math.ceil(whole * factor);

// vitest.config.ts makes the seed and prints it.
fc.configureGlobal({ numRuns: runs(100), ...(TEST_SEED && { seed: Number(TEST_SEED) }) });
