import type { AppRouter } from '@daybook/api';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';

export type { AppRouter };
/** What each procedure takes: `Inputs['bills']['create']`. */
export type Inputs = inferRouterInputs<AppRouter>;
/** What each procedure answers: `Outputs['bills']['list']`. */
export type Outputs = inferRouterOutputs<AppRouter>;
