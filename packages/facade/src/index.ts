export { type AnswerForm, askedForm, type FormCall, varies } from './answers.ts';
export { type FileReader, jsonText } from './body.ts';
export {
  defaultFailure,
  type FailureAnswer,
  HttpError,
  type HttpErrorKind,
  httpErrorOf,
  httpStatuses,
} from './errors.ts';
export { eventTexts } from './events.ts';
export type { Field } from './inputs.ts';
export type { JsonLimits } from './json.ts';
export type {
  RestChoice,
  RestField,
  RestMeta,
  RestMethod,
  RestOperation,
  RestRepresentation,
  RestStatus,
} from './meta.ts';
export { type MetaOf, type Operation, operationsOf } from './operations.ts';
export { type RestCall, type RestHooks, type RestRouteOptions, restPlugin } from './routes.ts';
export { sendEvents, untilClosed } from './serialize.ts';
export {
  type FailureFormatter,
  rawResponse,
  serverOptions,
  setErrorHandlers,
} from './server.ts';
