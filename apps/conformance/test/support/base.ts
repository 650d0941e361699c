import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const file = 'apps/server/openapi.json';
const root = fileURLToPath(new URL('../../../../', import.meta.url));

function git(...args: string[]): string | undefined {
  try {
    return execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      stdio: 'pipe',
    });
  } catch {
    return undefined;
  }
}

/** The commit to compare with: asked for, else where the branch left its origin, else before the last change. */
function baseCommit(): string | undefined {
  const asked = process.env.CONFORMANCE_BASE;
  if (asked) return asked;
  const head = git('rev-parse', 'HEAD')?.trim();
  const left = git('merge-base', 'HEAD', 'origin/HEAD')?.trim();
  if (left && left !== head) return left;
  const isChanged = git('diff', '--quiet', 'HEAD', '--', file) === undefined;
  if (isChanged) return 'HEAD';
  const last = git('log', '-1', '--format=%H', '--', file)?.trim();
  return last && `${last}^`;
}

/** The document as it was there, with the commit; undefined where there was none, or no history. */
export function baseDocument(): { readonly commit: string; readonly text: string } | undefined {
  const commit = baseCommit();
  const text = commit && git('show', `${commit}:${file}`);
  return commit && text ? { commit, text } : undefined;
}
