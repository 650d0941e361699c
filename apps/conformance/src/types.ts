import { mkdir, readFile, writeFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';

// The types of the interface, for src/client.ts: generated before each type check.
const document = await readFile(new URL('../../server/openapi.json', import.meta.url), 'utf8');
const folder = new URL('../generated/', import.meta.url);
await mkdir(folder, { recursive: true });
await writeFile(new URL('interface.ts', folder), astToString(await openapiTS(document)));
