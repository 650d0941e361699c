import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import type { RestMeta } from './meta.ts';
import type { Operation } from './operations.ts';

type Fields = Readonly<Record<string, unknown>>;

/** One request for an operation's answer in another form. */
export interface FormCall<Context, Meta extends RestMeta = RestMeta> {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly operation: Operation<Meta>;
  /** That of the first call. */
  readonly context: Context;
  /** What the request says, as the procedure's input. */
  readonly input: Fields;
  /** Calls the procedure once more. Who asks is looked at again, since that may be a while later. */
  again(input: Fields): Promise<unknown>;
}

/** Another form of an operation's answer than JSON, for callers who ask for its media type. */
export interface AnswerForm<Context, Meta extends RestMeta = RestMeta> {
  /** Without parameters: `text/csv`. */
  readonly mediaType: string;
  /** Whether the answer to this input has the form; otherwise it is JSON. Default: it has. */
  applies?(input: Fields): boolean;
  /** The input of the first call, where it differs from what the request says. */
  input?(input: Fields): Fields;
  /** Sends the answer. No time limit holds from here on. */
  answer(data: unknown, call: FormCall<Context, Meta>): Promise<FastifyReply>;
}

const jsonType = 'application/json';
/** What most clients send. */
const usual: ReadonlySet<string | undefined> = new Set([undefined, '', '*/*', jsonType]);

/**
 * Which of these media types a request asks for (RFC 9110, section 12.5.1); undefined where it is JSON, which is also the
 * answer where none is acceptable.
 */
export function askedForm<Type extends string>(
  { headers }: Pick<FastifyRequest, 'headers'>,
  mediaTypes: readonly Type[],
): Type | undefined {
  if (usual.has(headers.accept)) return undefined;
  const [preferred] = new Negotiator({ headers }).mediaTypes([jsonType, ...mediaTypes]);
  return mediaTypes.find((type) => type === preferred);
}

/** Says that the answer would be another one with another header of this name. */
export function varies(reply: FastifyReply, ...names: readonly string[]): void {
  const before = reply.getHeader('vary');
  reply.header('vary', [...(before === undefined ? [] : [before]), ...names].join(', '));
}
