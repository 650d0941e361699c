export type { Call } from './calls.ts';
export { type Conditional, ifVersion, once, onceIfNone } from './calls.ts';
export { type Client, type ClientOptions, createClient } from './client.ts';
export {
  type AbortedError,
  type ApiError,
  type ErrorData,
  isAborted,
  isApiError,
  isNetworkError,
  type NetworkError,
} from './errors.ts';
export type { Events, EventsInput, EventsOptions } from './events.ts';
export {
  type Changes,
  changes,
  items,
  type ListQuery,
  type PagesOptions,
  pages,
  withFields,
} from './pages.ts';
export type { Fetch } from './request.ts';
export type * from './service.ts';
export { logIn, logInWithPasskey, logInWithProvider, type RefreshOptions, refreshSession } from './tokens.ts';
