import { parentPort } from 'node:worker_threads';
import { previewOf } from '@daybook/domain/imports';
import { readTable } from './read-table.ts';
import type { Answer, Question } from './thread.ts';
import { UnreadableFile } from './unreadable.ts';

/** The thread that thread.ts starts: it knows neither the database nor the service. */
parentPort?.on('message', async ({ bytes, options }: Question) => {
  const answer = await readTable(bytes, options).then(
    (table): Answer => ({ result: previewOf(table, options) }),
    (error: unknown): Answer => {
      if (error instanceof UnreadableFile) return { issue: error.issue };
      throw error;
    },
  );
  parentPort?.postMessage(answer);
});
