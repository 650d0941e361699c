import { readFile } from 'node:fs/promises';

/** The code block of the README that begins with a comment of this file's name. */
export async function readmeFile(name: string): Promise<string> {
  const text = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
  const blocks = [...text.matchAll(/^```\w+\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);
  const found = blocks.find((code) => code.startsWith(`// ${name}\n`));
  if (!found) throw new Error(`README.md has no ${name}.`);
  return found;
}
