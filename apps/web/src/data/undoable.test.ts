import { expect, it } from 'vitest';
import { combineChanges, undoable } from './undoable.ts';

const logged = () => {
  const steps: string[] = [];
  const step = (name: string, fails = false) =>
    undoable({
      name,
      run: async () => {
        if (fails) throw new Error(name);
        steps.push(name);
        return name;
      },
      undo: async (result) => void steps.push(`not ${result}`),
    });
  return { steps, step };
};

it('changes in sequence are made and taken back one after the other', async () => {
  const { steps, step } = logged();
  const { undo } = await combineChanges('all', [step('a'), step('b')]).run();
  await undo();
  expect(steps).toEqual(['a', 'b', 'not b', 'not a']);
});

it('where one fails, those before it are taken back', async () => {
  const { steps, step } = logged();
  await expect(combineChanges('all', [step('a'), step('b', true), step('c')]).run()).rejects.toThrow('b');
  expect(steps).toEqual(['a', 'not a']);
});
