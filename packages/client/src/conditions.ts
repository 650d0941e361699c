interface Conditions {
  readonly idempotencyKey?: string;
  readonly ifVersion?: number;
  readonly ifNone?: true;
}

/** How a call carries its conditions: `client.bills.create.mutate(bill, once())`. */
export interface Conditional {
  readonly context: Readonly<Record<string, unknown>> & Conditions;
}

/** 128 random bits; `crypto.randomUUID` does not exist in pages without HTTPS. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/**
 * A creation that is done once, however often it is sent: the service repeats its first answer for a day. So the client
 * retries it after a failure, and the caller may too, with the same value.
 * @param key 1 to 255 visible ASCII characters, new for each creation
 */
export const once = (key: string = newKey()): Conditional => ({ context: { idempotencyKey: key } });

/**
 * The same for a creation of a log that is to be the only one of its worker and date: PRECONDITION_FAILED if there is
 * another. Sent again with the same key, it gets its first answer.
 */
export const onceIfNone = (key?: string): Conditional => ({
  context: { ...once(key).context, ifNone: true },
});

/** A change of this version of the record: PRECONDITION_FAILED if it has been changed since. */
export const ifVersion = (version: number): Conditional => ({ context: { ifVersion: version } });

export const isRepeatable = ({ idempotencyKey }: Conditions): boolean => idempotencyKey !== undefined;

export const conditionHeaders = ({
  idempotencyKey,
  ifVersion: version,
  ifNone,
}: Conditions): Record<string, string> => ({
  ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  ...(version !== undefined && { 'if-match': `"${version}"` }),
  ...(ifNone && { 'if-none-match': '*' }),
});
