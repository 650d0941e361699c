import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const cli = fileURLToPath(new URL('../../node_modules/@redocly/cli/bin/cli.js', import.meta.url));

/** The document as it is committed. */
export const openapi = fileURLToPath(new URL('../../../server/openapi.json', import.meta.url));

/** Writes the document as exchanges are judged by it: who asks for it gets what `x-other-content` says. */
export async function writeJudged(file: string): Promise<void> {
  const document = JSON.parse(await readFile(openapi, 'utf8'), (_, value) => {
    if (value?.['x-other-content'])
      return { ...value, content: { ...value.content, ...value['x-other-content'] } };
    return value;
  });
  await writeFile(file, JSON.stringify(document));
}

/** One run of redocly, without its telemetry and its check for updates. */
export const redocly = (...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> =>
  new Promise((resolve) => {
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    const options = { env, maxBuffer: 256 * 1024 * 1024 };
    execFile(process.execPath, [cli, ...args], options, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) || 1 : 0, stdout, stderr });
    });
  });
