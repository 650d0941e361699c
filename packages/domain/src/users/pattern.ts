import { invalid } from '../errors.ts';
import type { IssueCode, IssueParams } from '../values/issues.ts';
import { MAX_PATTERN_LENGTH } from './users.schema.ts';

/** Upper limit of PostgreSQL's `{m,n}`. */
const MAX_COPIES = 255;
/**
 * Ways to go on from one character to the next, over the whole pattern. Half of it with a word boundary or a
 * lookaround: PostgreSQL then cannot remember where a character leads.
 */
const MAX_WAYS = 512;
/** A lookaround is tried at every place of a name: its inside counts this many times. */
const LOOKAROUND_FACTOR = 16;
/** Ranges that may end beyond U+FFFF: compiled character by character, in both cases, 9 ms each, three times. */
const MAX_WIDE_RANGES = 16;

/** Why a pattern is not searched for. */
export const invalidSearch = <Code extends Extract<IssueCode, `pattern_${string}`>>(
  code: Code,
  ...params: IssueParams<Code>
) => invalid('INVALID_SEARCH', ['search'], code, ...params);

/** `index` counts characters from 0, `position` from 1. */
const positionOf = (index: number) => ({ position: index + 1 });

/**
 * What a part of the pattern costs once its repetitions are written out: how many characters it can begin
 * and end with, in how many ways it matches nothing (`free`: also without a condition such as `^`), and how
 * many ways lead from one character to the next inside it. Constraints multiply, hence a number for `empty`.
 */
type Cost = { first: number; last: number; empty: number; free: boolean; ways: number; repeats: boolean };

const nothing: Cost = { first: 0, last: 0, empty: 1, free: true, ways: 0, repeats: false };
const condition: Cost = { ...nothing, free: false };
const boundary: Cost = { ...condition, empty: 3 };
const one: Cost = { ...condition, first: 1, last: 1, empty: 0 };

const sequence = (a: Cost, b: Cost): Cost => ({
  first: a.first + a.empty * b.first,
  last: b.last + b.empty * a.last,
  empty: a.empty * b.empty,
  free: a.free && b.free,
  ways: a.ways + b.ways + a.last * b.first,
  repeats: a.repeats || b.repeats,
});

const either = (a: Cost, b: Cost): Cost => ({
  first: a.first + b.first,
  last: a.last + b.last,
  empty: a.empty + b.empty - (a.free && b.free ? 1 : 0),
  free: a.free || b.free,
  ways: a.ways + b.ways,
  repeats: a.repeats || b.repeats,
});

/** Written out as PostgreSQL does: `x{2,4}` becomes `((x?)x)?x)x`. */
const times = (x: Cost, min: number, max: number): Cost => {
  if (max === 0) return { ...nothing, ways: x.ways };
  let all = max === Infinity ? { ...x, ways: x.ways + x.last * x.first } : x;
  const sure = Math.max(min, 1);
  const copies = max === Infinity ? sure : max;
  for (let n = 1; n < copies && all.ways <= MAX_WAYS; n++) {
    all = sequence(max !== Infinity && n <= max - sure ? either(all, nothing) : all, x);
  }
  if (min === 0) all = either(all, nothing);
  return { ...all, repeats: x.repeats || max > 1 };
};

/**
 * Turns a user's regular expression into the one to match in PostgreSQL with `~*`: `\b` and `\B` become `\y`
 * and `\Y`, as people know them from elsewhere; the rest is its own dialect (PostgreSQL documentation, 9.7.3).
 *
 * Back-references, a repetition inside a repetition and more than `MAX_WAYS` are refused: they would keep PostgreSQL
 * busy up to its time limit. Measured in PostgreSQL as WebAssembly over 10 000 rows, the worst found that passes takes
 * 0.8 s on real names and 4 s on hostile ones of 201 characters; `(^|$|a){0,18}`, refused, compiles for more
 * than 8 s. PostgreSQL has the last word on validity (2201B).
 *
 * @throws INVALID_SEARCH with the rule that is broken, and where
 */
export function searchPattern(source: string): string {
  // One more than are taken: enough to see that it is too long.
  const chars = [...source.slice(0, 2 * MAX_PATTERN_LENGTH + 2)];
  const out = [...chars];
  let at = 0;
  let limit = MAX_WAYS;
  let wide = 0;

  const next = (text: string): boolean => {
    if (![...text].every((c, n) => chars[at + n] === c)) return false;
    at += text.length;
    return true;
  };
  const affordable = (x: Cost, index: number): Cost => {
    if (x.ways + x.first + x.empty <= limit) return x;
    throw invalidSearch('pattern_too_costly', positionOf(index));
  };

  const looking = (x: Cost): Cost => {
    limit = MAX_WAYS / 2;
    return x;
  };

  if (chars.length > MAX_PATTERN_LENGTH)
    throw invalidSearch('pattern_too_long', { max: MAX_PATTERN_LENGTH, ...positionOf(MAX_PATTERN_LENGTH) });
  const odd = chars.findIndex((c) => c === '\0' || !c.isWellFormed());
  if (odd >= 0) throw invalidSearch('pattern_unstorable', positionOf(odd));

  // PostgreSQL splits a class such as `\w` by the characters that the pattern names elsewhere.
  const named = source.toLowerCase().replace(/\\.|\{[\d,]*\}|\[:\w+:\]|[-$()*+.?[\]^|]/gsu, '');
  const oneOf: Cost = { ...one, first: 2 + new Set(named).size };

  const refuseReference = (digit: string | undefined, start: number) => {
    if (/^[1-9]$/.test(digit ?? ''))
      throw invalidSearch('pattern_back_reference', { sign: `\\${digit}`, ...positionOf(start) });
  };

  const escaped = (start: number, inBrackets: boolean): Cost => {
    const c = chars[at++];
    if (c === undefined) throw invalidSearch('pattern_trailing_backslash', positionOf(start));
    refuseReference(c, start);
    if (/[dswDSW]/.test(c)) return oneOf;
    if (c === 'c') at++;
    if (/[^A-Za-z0-9]|[0acefnrtuUvx]/.test(c) || (inBrackets && c === 'b')) return one;
    if (inBrackets || !/[AZmMyYbB]/.test(c)) {
      throw invalidSearch('pattern_unknown_escape', { sign: `\\${c}`, ...positionOf(start) });
    }
    if (c === 'b' || c === 'B') out[start + 1] = c === 'b' ? 'y' : 'Y';
    if (/[AZ]/.test(c)) return condition;
    return looking(/[mM]/.test(c) ? condition : boundary);
  };

  const bracket = (start: number): Cost => {
    next('^');
    next(']'); // in first place it is an ordinary character
    while (at < chars.length) {
      const inside = at;
      const c = chars[at++];
      if (c === ']') return oneOf;
      if (c === '\\') escaped(inside, true);
      if (c === '-' && /^(\\[Ux]|\[\.|[\u{10000}-\u{10ffff}])/u.test(`${chars[at]}${chars[at + 1]}`)) wide++;
      if (wide > MAX_WIDE_RANGES)
        throw invalidSearch('pattern_wide_ranges', { max: MAX_WIDE_RANGES, ...positionOf(inside) });
      if (c !== '[' || !/^[.=:]$/.test(chars[at] ?? '')) continue;
      const kind = chars[at++];
      for (; at < chars.length && !(chars[at] === kind && chars[at + 1] === ']'); at++)
        if (chars[at] === '\\') refuseReference(chars[at + 1], at);
      at += 2;
    }
    throw invalidSearch('pattern_open_bracket', positionOf(start));
  };

  const group = (start: number): Cost => {
    const look = next('?=') || next('?!') || next('?<=') || next('?<!');
    if (!look && !next('?:') && chars[at] === '?') {
      throw invalidSearch('pattern_unknown_option', positionOf(start));
    }
    const inside = alternatives();
    if (!next(')')) throw invalidSearch('pattern_open_group', positionOf(start));
    if (!look) return inside;
    const ways = LOOKAROUND_FACTOR * (inside.ways + inside.first);
    return looking({ ...condition, ways, repeats: inside.repeats });
  };

  const atom = (start: number): Cost => {
    const c = chars[at++];
    if (c === '\\') return escaped(start, false);
    if (c === '(') return group(start);
    if (c === '[') return next('[:<:]]') || next('[:>:]]') ? looking(condition) : bracket(start);
    return c === '^' || c === '$' ? condition : one;
  };

  const repetition = (): [min: number, max: number] | undefined => {
    const start = at;
    if (next('*')) return [0, Infinity];
    if (next('+')) return [1, Infinity];
    if (next('?')) return [0, 1];
    if (chars[at] !== '{' || !/^\d$/.test(chars[at + 1] ?? '')) return undefined;
    const [all, low, comma, high] =
      /^\{(\d{1,10})(,?)(\d{0,10})\}/.exec(chars.slice(at, at + 12).join('')) ?? [];
    const min = Number(low);
    const max = high ? Number(high) : comma ? Infinity : min;
    if (!all || min > max || Math.max(min, high ? max : 0) > MAX_COPIES) {
      throw invalidSearch('pattern_invalid_bound', { max: MAX_COPIES, ...positionOf(start) });
    }
    at += all.length;
    return [min, max];
  };

  const piece = (): Cost => {
    const start = at;
    if (repetition())
      throw invalidSearch('pattern_nothing_to_repeat', { sign: chars[start] ?? '', ...positionOf(start) });
    const x = atom(start);
    const sign = at;
    const range = repetition();
    if (!range) return x;
    next('?');
    if (x.first === 0)
      throw invalidSearch('pattern_repeated_condition', { sign: chars[sign] ?? '', ...positionOf(sign) });
    if (x.repeats && range[1] > 1) {
      throw invalidSearch('pattern_nested_repetition', positionOf(sign));
    }
    return times(x, ...range);
  };

  const alternatives = (): Cost => {
    let before: Cost | undefined;
    let branch = nothing;
    while (at < chars.length && chars[at] !== ')') {
      const start = at;
      if (next('|')) {
        before = before ? either(before, branch) : branch;
        branch = nothing;
      } else {
        branch = affordable(sequence(branch, piece()), start);
      }
    }
    return affordable(before ? either(before, branch) : branch, at);
  };

  next('(?i)'); // as it is anyway
  alternatives();
  if (at < chars.length) throw invalidSearch('pattern_unopened_group', positionOf(at));
  return out.join('');
}
