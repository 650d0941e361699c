// Preloaded into servers under test, which end with the tests, however those end: then goes what they kept.
import { rmSync } from 'node:fs';

const { DATA_DIR } = process.env;
process.once('exit', () => rmSync(DATA_DIR, { recursive: true, force: true }));
