import { expect, it } from 'vitest';
import { allOrNone } from './concurrency.ts';

const logged = (parts: readonly string[], failing?: string) => {
  const steps: string[] = [];
  const all = allOrNone(
    parts,
    async (part) => {
      if (part === failing) throw new Error(part);
      steps.push(part);
      return part;
    },
    async (made) => void steps.push(`not ${made}`),
  );
  return { steps, ...all };
};

it('changes in sequence are made and taken back one after the other', async () => {
  const { steps, run, undo } = logged(['a', 'b']);
  await undo(await run()).run();
  expect(steps).toEqual(['a', 'b', 'not b', 'not a']);
});

it('where one fails, those before it are taken back', async () => {
  const { steps, run } = logged(['a', 'b', 'c'], 'b');
  await expect(run()).rejects.toThrow('b');
  expect(steps).toEqual(['a', 'not a']);
});
