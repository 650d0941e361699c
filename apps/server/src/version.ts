import { readFileSync } from 'node:fs';

/** Of this service, from the package.json of the repository, which the image has beside its bundle. */
export const version: string = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
).version;
