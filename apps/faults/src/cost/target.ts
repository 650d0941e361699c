import type { RequestSpec } from '../client.ts';
import type { Generate } from './samples.ts';

/** What a request is made with besides the input under test. */
export interface Fixtures {
  readonly token: string;
  /** Of a record of each kind, by the resource's name. */
  readonly ids: Readonly<Record<string, string>>;
}

export type Family = 'text' | 'json';

/** A place of an operation where a client can send anything. */
export interface Target {
  readonly name: string;
  /** Of places that are alike: one of each group is part of every quick run. */
  readonly group: string;
  readonly families: readonly Family[];
  /** Less for an address or a header than for a body. */
  readonly maxBytes: number;
  /** Code points that the schema accepts. */
  readonly maxLength?: number | undefined;
  /** Kinds of input for this place alone. */
  readonly extra?: Readonly<Record<string, Generate>>;
  request(fixtures: Fixtures, input: Input): RequestSpec;
}

/** An input, as text or as the JSON of a body. */
export interface Input {
  readonly text?: string;
  readonly json?: string;
  /** The text as JSON, kept once it was needed. */
  quoted?: string;
}

/** Node takes 16 kB of headers, the address among them. */
export const address = 15_000;
export const body = 1_000_000;

export function json(input: Input): string {
  if (input.json !== undefined) return input.json;
  input.quoted ??= JSON.stringify(input.text);
  return input.quoted;
}

export const encoded = (input: Input) => encodeURIComponent((input.json ?? input.text ?? '').toWellFormed());
