import { fileURLToPath } from 'node:url';
import { packing } from '../../../../scripts/packing.ts';

const folder = fileURLToPath(new URL('../../', import.meta.url));
export const { packageFolder, environment, run, packed } = packing(folder);
