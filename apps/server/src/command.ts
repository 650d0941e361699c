import { constants } from 'node:os';
import { DomainError } from '@daybook/domain';
import { describeError } from './describe-error.ts';

/** Wrong arguments; the message says which are accepted. */
export class UsageError extends Error {}

/** Names that people chose could move the cursor, or hide what follows: such characters are shown by their codes. */
const printable = (text: string) =>
  text.replaceAll(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `\\u{${code.toString(16)}}`;
  });

/**
 * Runs a command, prints what it returns and ends the process: with 0 for success, 1 for failure, 2 for a `UsageError`, 128 and
 * the number of the signal that stopped it.
 * @param run its signal is aborted by Ctrl-C and SIGTERM: it then removes what it has written and throws
 * @param stopped what to print then
 */
export async function runCommand(
  run: (signal: AbortSignal) => Promise<string>,
  stopped = 'Stopped.',
): Promise<never> {
  const controller = new AbortController();
  let stopCode = 1;
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      stopCode = 128 + constants.signals[signal];
      controller.abort();
    });
  try {
    process.stdout.write(`${printable(await run(controller.signal))}\n`);
    process.exit(0);
  } catch (error) {
    const isPlain = error instanceof UsageError || error instanceof DomainError;
    const message = isPlain ? error.message : describeError(error);
    process.stderr.write(`${controller.signal.aborted ? stopped : printable(message)}\n`);
    process.exit(error instanceof UsageError ? 2 : stopCode);
  }
}
