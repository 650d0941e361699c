import { parentPort } from 'node:worker_threads';
import { DomainError } from '@daybook/domain';
import { previewOf } from '@daybook/domain/imports';
import { readTable } from './read-table.ts';
import type { Answer, Question } from './thread.ts';

async function resultOf(question: Question): Promise<unknown> {
  const { bytes } = question;
  if ('dump' in question) return (await import('./dump.ts')).readDump(bytes, question.dump);
  return previewOf(await readTable(bytes, question.options), question.options);
}

/** The thread that thread.ts starts: it knows neither the database nor the service. */
parentPort?.on('message', async (question: Question) => {
  const answer = await resultOf(question)
    .then((result): Answer => ({ result }))
    .catch((error: unknown): Answer => {
      const [issue] = (error instanceof DomainError && error.issues) || [];
      if (issue) return { issue };
      throw error;
    });
  parentPort?.postMessage(answer);
});
