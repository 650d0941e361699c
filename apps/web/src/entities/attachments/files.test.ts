import { describe, expect, it } from 'vitest';
import { nameAs, roomFor, typeOf } from './files.ts';
import { fitted } from './scaling.ts';

const bytes = (...parts: readonly (string | number)[]) =>
  Uint8Array.from(
    parts.flatMap((part) =>
      typeof part === 'number' ? [part] : Array.from(part, (letter) => letter.charCodeAt(0)),
    ),
  );

describe('what a file is', () => {
  it.each([
    [bytes(0xff, 0xd8, 0xff, 0xe1), 'image/jpeg'],
    [bytes(0x89, 'PNG\r\n', 0x1a, '\n'), 'image/png'],
    [bytes('RIFF', 0, 0, 0, 0, 'WEBP'), 'image/webp'],
    [bytes('RIFF', 0, 0, 0, 0, 'WAVE'), undefined],
    [bytes('%PDF-1.7'), 'application/pdf'],
    [bytes('<svg>'), undefined],
    [bytes(0xff, 0xd8), undefined],
    [bytes(), undefined],
  ])('is known by its first bytes: %s', (content, type) => {
    expect(typeOf(content)).toBe(type);
  });

  it.each([
    ['IMG_1.HEIC', 'image/jpeg', 'IMG_1.jpg'],
    ['scan.JPEG', 'image/jpeg', 'scan.JPEG'],
    ['screen.png', 'image/jpeg', 'screen.jpg'],
    ['invoice', 'application/pdf', 'invoice.pdf'],
    ['a. b', 'image/png', 'a. b.png'],
  ] as const)('is in the ending of its name: %s as %s', (name, type, sent) => {
    expect(nameAs(name, type)).toBe(sent);
  });

  it('fits into a record that has fewer than 20', () => {
    expect([0, 19, 20, 25].map(roomFor)).toEqual([20, 1, 0, 0]);
  });
});

describe('the size of a picture', () => {
  it.each([
    [3000, 2000, 2000, 1333],
    [2000, 3000, 1333, 2000],
    [640, 480, 640, 480],
    [10_000, 1, 2000, 1],
  ])('of %d × %d becomes %d × %d', (width, height, fittedWidth, fittedHeight) => {
    expect(fitted(width, height, 2000)).toEqual({ width: fittedWidth, height: fittedHeight });
  });
});
