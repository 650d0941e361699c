import type { z } from 'zod';

/** The HTTP methods an operation can have. HEAD comes with GET. */
export type RestMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** How one field of an input is sent. */
export interface RestField {
  /** Where it is sent, instead of the query (GET, DELETE) or the body. What the path names is in the path. */
  in?: 'query' | 'header' | 'cookie';
  /** Its name there, such as `If-Match`. Default: the name of the field. */
  name?: string;
  /**
   * What its text stands for in the query, the path, a header, a cookie or a form; of an array, each item. Text that
   * stands for none is given to the schema as it is, which refuses it. Without it text stays text.
   */
  read?: 'number' | 'boolean' | 'bigint' | 'date';
  /** Items of an array stand in one value, `?ids=1,2`, instead of a repeated name. In a header they always do. */
  separated?: boolean;
}

/** A successful status of an operation. */
export interface RestStatus {
  /** When it is answered. */
  description?: string;
  /** The headers that it carries, such as `Location`; an optional schema may be left out. */
  headers?: Record<string, z.ZodType>;
  /** The result as this status answers it, if that is only a part of the procedure's output. */
  output?: z.ZodType;
}

/** What `answer` chooses. */
export interface RestChoice {
  /** One of `statuses`. */
  status?: number;
  /** Those of the status. */
  headers?: Record<string, string>;
}

/** A media type of the answer besides JSON. */
export interface RestRepresentation {
  /** The result in this media type. */
  write(data: unknown): string | Uint8Array | AsyncIterable<string | Uint8Array>;
  /** Its JSON Schema. Default: a string for text, nothing for what is binary. */
  schema?: Record<string, unknown>;
}

/** How one procedure is reached over REST, and what the OpenAPI document says of it. */
export interface RestOperation {
  /** GET for queries and subscriptions, the rest for mutations. */
  method: RestMethod;
  /** As OpenAPI writes it: `/notes/{noteID}`. Each `{name}` is a field of the procedure's input. */
  path: `/${string}`;
  /** Default: the procedure's path in camelCase, `notes.get` → `notesGet`. */
  operationId?: string;
  /** What it does, in a few words. */
  summary?: string;
  /** What else there is to know; Markdown. */
  description?: string;
  /** The groups that it belongs to. */
  tags?: string[];
  /** `false`: the document says that no credentials are needed. Checking them is the host's `context` hook. */
  protect?: boolean;
  /** `true`: the document says that it should no longer be used. */
  deprecated?: boolean;
  /** Fields of the input that are sent in another way than by default. */
  fields?: Record<string, RestField>;
  /** The field that is the whole body, or of a form the part of its name. The others are then in the query, or in the form too. */
  body?: string;
  /**
   * Media types of the body. JSON, `multipart/form-data` and `application/x-www-form-urlencoded` give fields; any other
   * needs `body`, which gets a `File`, or a string for `text/*` if its schema takes strings. Default: JSON, or multipart with files.
   */
  bodyTypes?: string[];
  /** The statuses of a success. Default: 200. Those without a body are 204, 205 and the redirections. */
  statuses?: Record<number, RestStatus>;
  /** Chooses among several statuses, and sets their headers. It gets what the procedure answered. */
  answer?(data: unknown): RestChoice;
  /** Media types besides JSON that the client may ask for with `Accept`. */
  representations?: Record<string, RestRepresentation>;
  /** `false`: the answer is never JSON, but one of `representations`. */
  json?: boolean;
  /** One event, where the procedure answers an async iterable: the answer is then a stream of server-sent events. */
  events?: z.ZodType;
}

/** The tRPC meta that makes a procedure a REST operation: `initTRPC.meta<RestMeta>()`. */
export interface RestMeta {
  /** Absent: the procedure is reached over tRPC alone. */
  openapi?: RestOperation;
}
