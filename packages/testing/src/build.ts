import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const run = fileURLToPath(new URL('../../../scripts/run.mjs', import.meta.url));

/** Global set-up: builds what `npm start` starts, if its sources have changed. */
export default function build(): void {
  execFileSync(process.execPath, [run, 'build'], { stdio: ['ignore', 'inherit', 'inherit'] });
}
