/** The HTTP methods an operation can have. HEAD comes with GET. */
export type RestMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** How one procedure is reached over REST, and what the OpenAPI document says of it. */
export interface RestOperation {
  method: RestMethod;
  /** As OpenAPI writes it: `/notes/{noteID}`. Each `{name}` is a field of the procedure's input. */
  path: `/${string}`;
  /** Default: the procedure's path in camelCase, `notes.get` → `notesGet`. */
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  /** `false`: the document says that no credentials are needed. Checking them is the host's `context` hook. */
  protect?: boolean;
  deprecated?: boolean;
}

/**
 * The tRPC meta that makes a procedure a REST operation: `initTRPC.meta<RestMeta>()`.
 * Structurally a subset of trpc-to-openapi's `OpenApiMeta`, declared here so that a published `AppRouter` type
 * does not name that library.
 */
export interface RestMeta {
  openapi?: RestOperation;
}
