import { FORM, URLENCODED } from './bodies.ts';
import { HttpError } from './errors.ts';
import { FormFields } from './reader.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });
/** Of a form. */
const MAX_FIELDS = 1000;

/**
 * A body that is not JSON: fields of a form, a string of `text/*`, a `File` of anything else.
 * @throws HttpError INVALID_BODY
 */
export async function bodyOfType(
  type: string,
  header: string | undefined,
  bytes: Uint8Array,
): Promise<unknown> {
  try {
    if (type === URLENCODED) return formFields(new URLSearchParams(utf8.decode(bytes)));
    if (type === FORM) {
      const answer = new Response(bytes as Uint8Array<ArrayBuffer>, {
        headers: { 'content-type': header ?? type },
      });
      return formFields(await answer.formData());
    }
    if (type.startsWith('text/')) return utf8.decode(bytes);
  } catch (cause) {
    if (cause instanceof HttpError) throw cause;
    throw new HttpError('INVALID_BODY', `The body is not valid ${type}`, { cause });
  }
  return new File([bytes as Uint8Array<ArrayBuffer>], 'body', { type });
}

/** A name that is repeated has an array of all its values. */
function formFields(entries: Iterable<[string, string | File]>): FormFields {
  const fields = new FormFields();
  const seen = new Map<string, unknown[]>();
  let count = 0;
  for (const [name, value] of entries) {
    count += 1;
    if (count > MAX_FIELDS)
      throw new HttpError('INVALID_BODY', `A form may have at most ${MAX_FIELDS} fields`);
    const values = seen.get(name) ?? [];
    seen.set(name, values);
    values.push(value);
  }
  for (const [name, values] of seen) {
    const value = values.length === 1 ? values[0] : values;
    // Also a field that is called __proto__.
    Object.defineProperty(fields, name, { value, enumerable: true });
  }
  return fields;
}
