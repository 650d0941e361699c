import {
  type Access,
  type ErrorCode,
  type ResourceBulkhead,
  type ScopeArea,
  scopeOfArea,
  type TokenScope,
} from '@daybook/domain';
import type { RestMeta, RestMethod } from '@daybook/facade/meta';

/**
 * Kinds of work that have a bulkhead each: database connections and places of their own, so that one which stands still
 * leaves the others alone. `search`: patterns that people type. `calendar`: the calendar feed, which programs read. `balances`: of workers and payees, from all that they ever
 * earned or billed, in answers of up to 8 MiB. `files`: lists as CSV and XLSX. `imports`: files that are read, whose statements may take a minute. `attachments`: bytes of files. `others`: what is none of these, and mixed batches.
 */
export type Bulkhead =
  | ResourceBulkhead
  | 'logIn'
  | 'search'
  | 'calendar'
  | 'balances'
  | 'files'
  | 'imports'
  | 'attachments'
  | 'others';

/** One request as it is documented, and the `data` of its answer. A test sends every one of them. */
export interface Example {
  /** What happened before: the record that it is about was deleted, the cheque presented, or the worker settled; the worker was deleted and paid; the import was committed; the bill has an attachment, or had one that was deleted; the bill is the payee's and paid; nobody has a link to a provider. */
  readonly given?:
    | 'unlinked'
    | 'deleted'
    | 'presented'
    | 'settled'
    | 'paid off'
    | 'imported'
    | 'attached'
    | 'unattached'
    | 'billed';
  /** Path and query parameters. */
  readonly parameters?: Readonly<Record<string, string | number>>;
  readonly body?: object;
  /** Instead of a body: the text of a file. */
  readonly file?: string;
  readonly data: unknown;
}

/** What the operations of one router have in common. */
export interface Group {
  /** The tag of the OpenAPI document, and its description. */
  readonly tag: { readonly name: string; readonly description: string };
  readonly bulkhead: Bulkhead;
  /** Which scope a personal access token needs: that of the area, to read or to write; several: one of these, and the operation looks at which one the record needs; `never`: these are not for tokens. */
  readonly tokens: ScopeArea | readonly ScopeArea[] | 'never';
}

/** What is said of every operation. */
interface Common {
  readonly access: Access;
  readonly summary: string;
  /** Instead of the group's. */
  readonly bulkhead?: Bulkhead;
  readonly tokens?: Group['tokens'];
  /** It is about records of this area too, whose scope a token needs besides. */
  readonly alsoAbout?: ScopeArea;
  /** True: it makes or takes a credential, which needs a log-in of the last 15 minutes; a name: only where that field is sent. */
  readonly fresh?: true | string;
  /** Calls that send this parameter have another bulkhead. */
  readonly costly?: { readonly parameter: string; readonly bulkhead: Bulkhead };
  /** False: tRPC takes it alone, not in a batch. */
  readonly batch?: false;
  /** Also for who needs a second factor and has none yet. */
  readonly whileEnrolling?: true;
  /** It ends the session that asks: whatever else comes in the same batch is refused. */
  readonly endsSession?: true;
  /** Codes that it can fail with, besides those which follow from its method, its input and what else is said here. */
  readonly errors?: readonly ErrorCode[];
}

/** What is to go. */
export interface Deprecation {
  /** The day from which nobody should begin to use it, `YYYY-MM-DD`; told where it is given. */
  readonly since?: string;
  /** The day from which it may be gone. */
  readonly sunset: string;
}

/** An operation of the REST interface, and of the typed client. */
export interface RestDeclaration extends Common {
  /** Method and path: `GET /payees/{payeeID}`. */
  readonly rest: `${RestMethod} /${string}`;
  readonly description: string;
  readonly example: Example;
  readonly deprecated?: Deprecation;
  /** Not in docs/interface.md: an addition that a front-end needs. */
  readonly addition?: true;
  /** What shows who calls, where it is not the access token. The cookie comes over REST alone. */
  readonly credentials?: 'password' | 'refreshCookie';
  /** Whether its answer sets or clears cookies. */
  readonly setsCookies?: true;
  /** Its answer is also a stream of server-sent events. */
  readonly eventStream?: true;
  /** Its body is a file, with the field of the input that it is. */
  readonly upload?: string;
  /** Media types of that file, besides a form. Default: those of tables. */
  readonly uploadTypes?: readonly string[];
  /** The field of its answer whose items are the rows of a file, where it is no list itself. */
  readonly rows?: string;
  /** Over REST it answers bytes, of one of these media types. */
  readonly download?: readonly string[];
  /** It makes a record, and an Idempotency-Key makes that happen once. */
  readonly creates?: true;
  /** The condition under which `If-None-Match: *` lets it make a record, as the document words it. */
  readonly ifNone?: string;
  /** It changes the record that its path names, and If-Match holds that to a version. */
  readonly changesRecord?: true;
  /** The body of its list has no `nextCursor`: the next page stands in the header Link alone. */
  readonly nextPage?: 'header';
}

/** A procedure that is reached over REST, or else by the typed client alone. */
export type Declaration = RestDeclaration | (Common & { readonly rest?: never });

/**
 * What tRPC keeps of an operation. Everything that has to be known of it outside its procedure is read from here; what
 * belongs to the REST interface is absent for procedures of the typed client alone.
 */
export type Meta = RestMeta &
  Group &
  Omit<Common, 'tokens' | 'alsoAbout'> &
  Partial<Omit<RestDeclaration, keyof Common>> & {
    /** What a personal access token needs; undefined: the operation is not for tokens. */
    readonly scope: TokenScope | undefined;
    /** The same where it depends on the record: one of these. */
    readonly scopes?: readonly TokenScope[];
    /** What it needs besides `scope`. */
    readonly alsoScope?: TokenScope;
  };

/** Over REST it is the method that tells reading from writing; what tRPC alone has only reads. A test compares the procedures. */
const scopeIn = (area: ScopeArea, rest: string | undefined): TokenScope =>
  scopeOfArea(area, rest === undefined || rest.startsWith('GET ') ? 'read' : 'write');

const scopesOf = (tokens: Group['tokens'], rest: string | undefined): readonly TokenScope[] =>
  tokens === 'never' ? [] : [tokens].flat().map((area) => scopeIn(area, rest));

/** Whether a token with these scopes may call it. */
export const allowsToken = (
  { scope, scopes, alsoScope }: Pick<Meta, 'scope' | 'scopes' | 'alsoScope'>,
  held: ReadonlySet<string>,
) =>
  scopes
    ? scopes.some((one) => held.has(one))
    : scope !== undefined && held.has(scope) && (alsoScope === undefined || held.has(alsoScope));

/** What a file is sent as: as the part of a form, or alone. */
const formType = 'multipart/form-data';
const tableTypes = [
  'text/csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/octet-stream',
];

/** The host sends them. */
const bytes = {
  schema: { type: 'string', format: 'binary' },
  write(): never {
    throw new Error('Nothing sends the bytes.');
  },
};

/** A declaration as tRPC's metadata. */
export function metaOf(declaration: Declaration, group: Group): Meta {
  const { alsoAbout, ...given } = { ...group, ...declaration };
  // Whoever calls what is open shows nothing that has scopes.
  const scopes = given.access === 'open' ? [] : scopesOf(given.tokens, given.rest);
  const meta: Meta = {
    ...given,
    scope: undefined,
    ...(scopes.length > 1 ? { scopes } : { scope: scopes[0] }),
    ...(alsoAbout && { alsoScope: scopeIn(alsoAbout, given.rest) }),
  };
  const { rest, summary, description, deprecated, access } = meta;
  if (rest === undefined) return meta;
  const space = rest.indexOf(' ');
  return {
    ...meta,
    openapi: {
      method: rest.slice(0, space) as RestMethod,
      path: rest.slice(space + 1) as `/${string}`,
      summary,
      tags: [group.tag.name],
      protect: access !== 'open',
      ...(description && { description }),
      ...(meta.upload && { body: meta.upload, bodyTypes: [formType, ...(meta.uploadTypes ?? tableTypes)] }),
      ...(meta.download && {
        json: false,
        representations: Object.fromEntries(meta.download.map((type) => [type, bytes])),
      }),
      ...(deprecated && { deprecated: true }),
    },
  };
}
