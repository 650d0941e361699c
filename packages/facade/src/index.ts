export { jsonText } from './body.ts';
export { HttpError, type HttpErrorKind, httpErrorOf } from './errors.ts';
export type { RestMeta, RestMethod, RestOperation } from './meta.ts';
export { type Operation, operationsOf } from './operations.ts';
export { type RestCall, type RestHooks, type RestRouteOptions, restPlugin } from './routes.ts';
export { type Failure, type FailureAnswer, failures, serverOptions } from './server.ts';
