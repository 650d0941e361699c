import type { oas31 } from 'zod-openapi';

const REF = '#/components/schemas/';

/**
 * The generator writes a schema of both inputs and outputs twice, as `Note` and `NoteOutput`, even if they only differ in
 * `additionalProperties: false`. Such a pair is merged into `Note`.
 */
export function mergeOutputSchemas(document: oas31.OpenAPIObject): oas31.OpenAPIObject {
  const schemas = document.components?.schemas ?? {};
  const outputs = new Map<string, string>();
  for (const name of Object.keys(schemas)) {
    if (name.endsWith('Output') && name.slice(0, -6) in schemas) outputs.set(name, name.slice(0, -6));
  }

  // Schemas refer to each other: assume that all pairs are equal, and remove those that differ until none does.
  const differing = () =>
    [...outputs].filter(([output, input]) => {
      return (
        rename(withoutClosed(schemas[output]), outputs) !== rename(withoutClosed(schemas[input]), outputs)
      );
    });
  for (let different = differing(); different.length > 0; different = differing()) {
    for (const [output] of different) outputs.delete(output);
  }

  const merged: oas31.OpenAPIObject = JSON.parse(
    rename(JSON.stringify(document), outputs),
    withoutIntegerLimits,
  );
  for (const output of outputs.keys()) delete merged.components?.schemas?.[output];
  return merged;
}

/** zod writes the limits of JavaScript's integers for every integer, which are of no use to a client. */
function withoutIntegerLimits(key: string, value: unknown): unknown {
  const isLimit =
    (key === 'minimum' && value === Number.MIN_SAFE_INTEGER) ||
    (key === 'maximum' && value === Number.MAX_SAFE_INTEGER);
  return isLimit ? undefined : value;
}

function withoutClosed(schema: unknown): string {
  return JSON.stringify(schema, (key, value: unknown) => {
    return key === 'additionalProperties' && value === false ? undefined : value;
  });
}

function rename(text: string, names: ReadonlyMap<string, string>): string {
  return text.replaceAll(/"#\/components\/schemas\/([^"]+)"/g, (whole, name: string) => {
    const to = names.get(name);
    return to === undefined ? whole : JSON.stringify(REF + to);
  });
}
