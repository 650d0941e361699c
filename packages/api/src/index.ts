export { logIn } from './auth/login.ts';
export { hashPassword } from './auth/passwords.ts';
export { createTokens, type Tokens } from './auth/tokens.ts';
export type { Context, RefreshCookie, Settings } from './context.ts';
export { type Failure, failureOf } from './failure.ts';
export { type AppRouter, appRouter } from './router.ts';
export { admit, type Meta, ofRequest } from './trpc.ts';
