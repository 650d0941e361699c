import { parentPort } from 'node:worker_threads';
import { DomainError } from '@daybook/domain';
import { previewOf } from '@daybook/domain/imports';
import { readTable } from './read-table.ts';
import type { Answer, Question } from './thread.ts';

/** The thread that thread.ts starts: it knows neither the database nor the service. */
parentPort?.on('message', async ({ bytes, options }: Question) => {
  const answer = await readTable(bytes, options)
    .then((table): Answer => ({ result: previewOf(table, options) }))
    .catch((error: unknown): Answer => {
      const [issue] = (error instanceof DomainError && error.issues) || [];
      if (issue) return { issue };
      throw error;
    });
  parentPort?.postMessage(answer);
});
