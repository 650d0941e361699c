import { fileURLToPath } from 'node:url';
import { packing } from '../../../../scripts/packing.ts';

export const { run, packed } = packing(fileURLToPath(new URL('../../', import.meta.url)));
