import type { oas31 } from 'zod-openapi';

const REF = '#/components/schemas/';

/**
 * The generator writes a schema that stands in inputs and outputs twice, as `Note` and `NoteOutput`, if only because
 * an output object is closed (`additionalProperties: false`). Where they differ in nothing else, `Note` stays.
 */
export function mergeTwins(document: oas31.OpenAPIObject): oas31.OpenAPIObject {
  const schemas = document.components?.schemas ?? {};
  const twins = new Map<string, string>();
  for (const name of Object.keys(schemas)) {
    if (name.endsWith('Output') && name.slice(0, -6) in schemas) twins.set(name, name.slice(0, -6));
  }

  // Schemas refer to each other: take all twins for the same, and part those that differ until none does.
  const unlike = () =>
    [...twins].filter(([output, input]) => {
      return rename(openText(schemas[output]), twins) !== rename(openText(schemas[input]), twins);
    });
  for (let parted = unlike(); parted.length > 0; parted = unlike()) {
    for (const [output] of parted) twins.delete(output);
  }

  const merged: oas31.OpenAPIObject = JSON.parse(
    rename(JSON.stringify(document), twins),
    withoutIntegerLimits,
  );
  for (const output of twins.keys()) delete merged.components?.schemas?.[output];
  return merged;
}

/** zod writes the limits of JavaScript's integers at every integer, where they tell a client nothing. */
function withoutIntegerLimits(key: string, value: unknown): unknown {
  const isLimit =
    (key === 'minimum' && value === Number.MIN_SAFE_INTEGER) ||
    (key === 'maximum' && value === Number.MAX_SAFE_INTEGER);
  return isLimit ? undefined : value;
}

function openText(schema: unknown): string {
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
