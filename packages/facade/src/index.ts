export { jsonText } from './body.ts';
export { HttpError, type HttpErrorKind, httpErrorOf, httpStatuses } from './errors.ts';
export { type AnswerForm, askedForm, type FormCall, varies } from './forms.ts';
export type { RestMeta, RestMethod, RestOperation } from './meta.ts';
export { type MetaOf, type Operation, operationsOf } from './operations.ts';
export { type RestCall, type RestHooks, type RestRouteOptions, restPlugin } from './routes.ts';
export {
  type FailureAnswer,
  type FailureFormatter,
  rawResponse,
  serverOptions,
  setErrorHandlers,
} from './server.ts';
