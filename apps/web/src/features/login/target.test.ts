import { runs } from '@daybook/testing/random';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { targetOf } from './target.ts';

describe('after a log-in', () => {
  it.each(['/', '/cheques', '/users?role=User&search=%5Ea', '/logs?from=2026-01-01#top', '/users/0193a6a0'])(
    'one comes to %j',
    (to) => {
      expect(targetOf(to)).toBe(to);
    },
  );

  it.each([
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\\/evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/%2Fevil.example',
    '/%2f%2fevil.example',
    '/%5Cevil.example',
    '/%255Cevil.example',
    '/%09/evil.example',
    '/%E0%A4%A',
    'https://evil.example',
    'https:evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'evil.example',
    ' //evil.example',
    '/login',
    '/login?to=%2Flogin',
    '',
    undefined,
  ])('one comes to the start page instead of %j', (to) => {
    expect(targetOf(to)).toBe('/');
  });

  it('one never leaves the page', () => {
    const pieces = fc.constantFrom(
      '/',
      '\\',
      '%2F',
      '%5C',
      '%25',
      '\t',
      '@',
      ':',
      '?',
      '#',
      '.',
      'evil',
      'https:',
    );
    fc.assert(
      fc.property(
        fc.array(pieces).map((all) => all.join('')),
        (to) => {
          const target = targetOf(to);
          expect(target).toMatch(/^\/(?![/\\])/);
          expect(new URL(target, 'https://page.example').origin).toBe('https://page.example');
        },
      ),
      { numRuns: runs(2000) },
    );
  });
});
