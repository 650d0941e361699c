import { writeFile } from 'node:fs/promises';
import { apiDocument } from './http/document.ts';

// Renews the committed document: npm run openapi
await writeFile(new URL('../openapi.json', import.meta.url), `${JSON.stringify(apiDocument(), null, 2)}\n`);
