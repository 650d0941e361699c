import { readEnv } from './env.ts';
import { clearLine } from './failures.ts';
import { run } from './run.ts';

try {
  await run(readEnv());
} catch (error) {
  process.stderr.write(`${clearLine(error)}\n`);
  process.exit(1);
}
