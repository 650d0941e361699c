import { expect, it } from 'vitest';
import { latinKey, shortcutHandlers } from './shortcuts.ts';

const pressed = (key: string, code: string, shiftKey = false) => latinKey({ key, code, shiftKey });

it('a key of another script is that of its place', () => {
  expect(pressed('ى', 'KeyN')).toBe('n');
  expect(pressed('ל', 'KeyK')).toBe('k');
  expect(pressed('لا', 'KeyB')).toBe('b');
  expect(pressed('ظ', 'Slash')).toBe('/');
  expect(pressed('؟', 'Slash', true)).toBe('?');
});

it('a key that has a Latin letter or sign is what it says, wherever it stands', () => {
  expect(pressed('n', 'KeyB')).toBe('n');
  expect(pressed('/', 'KeyQ')).toBe('/');
  expect(pressed('é', 'Digit2')).toBe('é');
  expect(pressed('.', 'Slash')).toBe('.');
  expect(pressed('ArrowLeft', 'ArrowLeft')).toBe('ArrowLeft');
});

it('a shortcut does the same by each of its keys', () => {
  const run = () => undefined;
  expect(shortcutHandlers({ palette: run, help: run })).toEqual({ '$mod+k': run, '[Shift]+?': run });
});
