import type { z } from 'zod';
import type { oas31 } from 'zod-openapi';
import type { RestMeta } from './meta.ts';
import type { Operation } from './operations.ts';

export type Schema = oas31.SchemaObject | oas31.ReferenceObject;

/** One failing status of an operation. */
export interface FailureResponse {
  /** Responses of the same name stand once, under components. */
  name?: string;
  /** When it is answered. */
  description: string;
  /** The headers that it carries. */
  headers?: NonNullable<oas31.ResponseObject['headers']>;
  /** A body as an example. */
  example?: unknown;
  /** Extensions of the document. */
  [extension: `x-${string}`]: unknown;
}

/** A request that the service makes to an address that a client has named. */
export interface Webhook {
  /** Default: POST. */
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Default: its name. */
  operationId?: string;
  /** When it is made, in a few words. */
  summary?: string;
  /** What else there is to know; Markdown. */
  description?: string;
  /** The groups that it belongs to. */
  tags?: string[];
  /** `true`: it should no longer be relied upon. */
  deprecated?: boolean;
  /** Its JSON body, as the service writes it. */
  body: z.ZodType;
  /** What the receiver may answer. Default: any 2xx, which says that it has arrived. */
  responses?: Record<string, string>;
}

/** What `openApiDocument` takes. */
export interface DocumentOptions<Meta extends RestMeta = RestMeta> {
  /** The title and version of the interface, and what else is said of it. */
  info: oas31.InfoObject;
  /** Where it is served. Default: `/`, the address that the document came from. */
  servers?: oas31.ServerObject[];
  /** The tags that operations name, with their descriptions. */
  tags?: oas31.TagObject[];
  /** Protected operations ask for any one of them. Default: none, and no operation is said to be protected. */
  securitySchemes?: Record<string, oas31.SecuritySchemeObject>;
  /** The schema of a success, around the schema of the procedure's result: what the hook `success` makes. */
  envelope?(result: Schema, operation: Operation<Meta>): Schema;
  /** The body of every failure, as one named component. Default: what `defaultFailure` answers. */
  failure?: { name: string; schema: oas31.SchemaObject };
  /** Every failing status that can come from an operation. Default: one response for all of them. */
  failures?(operation: Operation<Meta>): Record<number, FailureResponse> | { default: FailureResponse };
  /** Requests that the service itself makes, by name. */
  webhooks?: Record<string, Webhook>;
  /** Last word on one operation: examples, extensions, headers of the 200. */
  finish?(operationObject: oas31.OperationObject, operation: Operation<Meta>): void;
}

export type Complete<Meta extends RestMeta = RestMeta> = DocumentOptions<Meta> &
  Required<Pick<DocumentOptions<Meta>, keyof typeof defaults>>;

/** What is left out. */
export const defaults = {
  servers: [{ url: '/' }],
  securitySchemes: {},
  envelope: (result: Schema) => result,
  failure: {
    name: 'Failure',
    schema: {
      type: 'object',
      required: ['message', 'code'],
      properties: {
        message: { type: 'string' },
        code: { type: 'string' },
        issues: {
          type: 'array',
          items: {
            type: 'object',
            required: ['path', 'message'],
            properties: {
              path: { type: 'array', items: { type: ['string', 'number'] } },
              message: { type: 'string' },
            },
          },
        },
      },
    },
  },
  failures: () => ({ default: { name: 'Failure', description: 'It failed' } }),
} satisfies Partial<DocumentOptions<never>>;
