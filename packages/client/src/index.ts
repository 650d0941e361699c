export type { Call } from './calls.ts';
export { type Client, type ClientOptions, createClient } from './client.ts';
export {
  type AbortedError,
  type ApiError,
  type ErrorCode,
  type ErrorData,
  type Issue,
  isAborted,
  isApiError,
  isNetworkError,
  type NetworkError,
} from './errors.ts';
export { items, type ListQuery, type PagesOptions, pages } from './pages.ts';
export { type Login, type RefreshOptions, refreshSession } from './refresh.ts';
export type { Fetch } from './request.ts';
export type { AppRouter, Inputs, Outputs } from './router.ts';
