import { readdirSync } from 'node:fs';
import { type Resource, resources } from '@daybook/domain';
import type { Fields, Sample } from './sample.ts';

const names = readdirSync(import.meta.dirname).filter((name) => name !== 'index.ts');
const files = await Promise.all(names.map((name) => import(`./${name.replace('.ts', '')}.ts`)));
const exported: Readonly<Record<string, unknown>> = Object.assign({}, ...files);

function sampleOf(resource: Resource): Sample {
  const sample = exported[resource];
  if (!sample) throw new Error(`No file of samples exports ${resource}.`);
  return sample as Sample;
}

/** What each file here exports by the name of a resource. */
export const samples = Object.fromEntries(
  resources.map((resource) => [resource, sampleOf(resource)]),
) as unknown as Readonly<Record<Resource, Sample>>;

/** Where the records of a resource are. */
export const pathOf = (resource: Resource): string =>
  `/${resource.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** A body of the required fields and these; references are missing unless they are among these. */
export const bodyOf = (resource: Resource, more: Fields = {}): Fields => ({
  ...samples[resource].required(),
  ...more,
});

export { type Fields, names, type Row, type Sample, unique } from './sample.ts';
