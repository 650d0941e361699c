/** Code points, as people count characters. */
const LONGEST = 200;
/** Upper limit of PostgreSQL's `{m,n}`. */
const MOST_COPIES = 255;
/**
 * Ways to go on from one character to the next, over the whole pattern. Half of it with a word boundary or a
 * lookaround: PostgreSQL then cannot remember where a character leads.
 */
const MOST_WAYS = 512;
/** A lookaround is tried at every place of a name: its inside counts this many times. */
const LOOKAROUND = 16;
/** Ranges that may end beyond U+FFFF: compiled character by character, in both cases, 9 ms each, three times. */
const MOST_WIDE = 16;

/** A search pattern that is not passed on; `position` counts characters from 1. */
export class PatternError extends Error {
  override name = 'PatternError';
  readonly position: number;

  constructor(position: number, message: string) {
    super(`${message} (character ${position})`);
    this.position = position;
  }
}

/**
 * What a part of the pattern costs once its repetitions are written out: how many characters it can begin
 * and end with, in how many ways it matches nothing (`free`: also without a condition such as `^`), and how
 * many ways lead from one character to the next inside it. Constraints multiply, hence a number for `empty`.
 */
type Part = { first: number; last: number; empty: number; free: boolean; ways: number; repeats: boolean };

const nothing: Part = { first: 0, last: 0, empty: 1, free: true, ways: 0, repeats: false };
const condition: Part = { ...nothing, free: false };
const boundary: Part = { ...condition, empty: 3 };
const one: Part = { ...condition, first: 1, last: 1, empty: 0 };

const sequence = (a: Part, b: Part): Part => ({
  first: a.first + a.empty * b.first,
  last: b.last + b.empty * a.last,
  empty: a.empty * b.empty,
  free: a.free && b.free,
  ways: a.ways + b.ways + a.last * b.first,
  repeats: a.repeats || b.repeats,
});

const either = (a: Part, b: Part): Part => ({
  first: a.first + b.first,
  last: a.last + b.last,
  empty: a.empty + b.empty - (a.free && b.free ? 1 : 0),
  free: a.free || b.free,
  ways: a.ways + b.ways,
  repeats: a.repeats || b.repeats,
});

/** Written out as PostgreSQL does: `x{2,4}` becomes `((x?)x)?x)x`. */
const times = (x: Part, min: number, max: number): Part => {
  if (max === 0) return { ...nothing, ways: x.ways };
  let all = max === Infinity ? { ...x, ways: x.ways + x.last * x.first } : x;
  const sure = Math.max(min, 1);
  const copies = max === Infinity ? sure : max;
  for (let n = 1; n < copies && all.ways <= MOST_WAYS; n++) {
    all = sequence(max !== Infinity && n <= max - sure ? either(all, nothing) : all, x);
  }
  if (min === 0) all = either(all, nothing);
  return { ...all, repeats: x.repeats || max > 1 };
};

/**
 * Turns a user's regular expression into the one to match in PostgreSQL with `~*`: `\b` and `\B` become `\y`
 * and `\Y`, as people know them from elsewhere; the rest is its own dialect (PostgreSQL documentation, 9.7.3).
 *
 * Nothing interrupts the embedded database, so back-references, a repetition inside a repetition and more
 * than `MOST_WAYS` are refused. Measured in PGlite 0.5.14 over 10 000 rows, the worst found that passes takes
 * 0.8 s on real names and 4 s on hostile ones of 201 characters; `(^|$|a){0,18}`, refused, compiles for more
 * than 8 s. PostgreSQL has the last word on validity (2201B).
 *
 * @throws PatternError saying which rule is broken, where, and how to mend it
 */
export function searchPattern(source: string): string {
  const chars = [...source];
  const out = [...chars];
  let at = 0;
  let limit = MOST_WAYS;
  let wide = 0;

  const broken = (index: number, message: string) => new PatternError(index + 1, message);
  const next = (text: string): boolean => {
    if (![...text].every((c, n) => chars[at + n] === c)) return false;
    at += text.length;
    return true;
  };
  const affordable = (x: Part, index: number): Part => {
    if (x.ways + x.first + x.empty <= limit) return x;
    throw broken(index, 'Too costly to search for: use smaller {m,n}, fewer optional parts or lookarounds');
  };

  const looking = (x: Part): Part => {
    limit = MOST_WAYS / 2;
    return x;
  };

  if (chars.length > LONGEST) throw broken(LONGEST, `At most ${LONGEST} characters are taken: shorten it`);
  const odd = chars.findIndex((c) => c === '\0' || !c.isWellFormed());
  if (odd >= 0) throw broken(odd, 'NUL and half a surrogate pair are in no name: remove it');

  // PostgreSQL splits a class such as `\w` by the characters that the pattern names elsewhere.
  const named = source.toLowerCase().replace(/\\.|\{[\d,]*\}|\[:\w+:\]|[-$()*+.?[\]^|]/gsu, '');
  const oneOf: Part = { ...one, first: 2 + new Set(named).size };

  const escaped = (start: number, inBrackets: boolean): Part => {
    const c = chars[at++];
    if (c === undefined) throw broken(start, 'A pattern cannot end in "\\": write \\\\ for the sign itself');
    if (/[1-9]/.test(c)) {
      throw broken(start, `The back-reference \\${c} is refused: write out the text (an octal code is \\0…)`);
    }
    if (/[dswDSW]/.test(c)) return oneOf;
    if (c === 'c') at++;
    if (/[^A-Za-z0-9]|[0acefnrtuUvx]/.test(c) || (inBrackets && c === 'b')) return one;
    if (inBrackets || !/[AZmMyYbB]/.test(c)) {
      throw broken(start, `\\${c} means nothing here: leave out the "\\", or write \\\\ for the sign`);
    }
    if (c === 'b' || c === 'B') out[start + 1] = c === 'b' ? 'y' : 'Y';
    if (/[AZ]/.test(c)) return condition;
    return looking(/[mM]/.test(c) ? condition : boundary);
  };

  const bracket = (start: number): Part => {
    next('^');
    next(']'); // in first place it is an ordinary character
    while (at < chars.length) {
      const inside = at;
      const c = chars[at++];
      if (c === ']') return oneOf;
      if (c === '\\') escaped(inside, true);
      if (c === '-' && /^(\\[Ux]|\[\.|[\u{10000}-\u{10ffff}])/u.test(`${chars[at]}${chars[at + 1]}`)) wide++;
      if (wide > MOST_WIDE) throw broken(inside, `More than ${MOST_WIDE} such wide ranges: name fewer signs`);
      if (c !== '[' || !/^[.=:]$/.test(chars[at] ?? '')) continue;
      const kind = chars[at++];
      while (at < chars.length && !(chars[at] === kind && chars[at + 1] === ']')) at++;
      at += 2;
    }
    throw broken(start, '"[" is not closed: add "]", or write \\[ for the sign itself');
  };

  const group = (start: number): Part => {
    const look = next('?=') || next('?!') || next('?<=') || next('?<!');
    if (!look && !next('?:') && chars[at] === '?') {
      throw broken(start, 'After "(?" only : = ! <= <! are taken: leave out options (case is ignored)');
    }
    const inside = alternatives();
    if (!next(')')) throw broken(start, '"(" is not closed: add ")", or write \\( for the sign itself');
    if (!look) return inside;
    const ways = LOOKAROUND * (inside.ways + inside.first);
    return looking({ ...condition, ways, repeats: inside.repeats });
  };

  const atom = (start: number): Part => {
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
    const [all, low, comma, high] = /^\{(\d+)(,?)(\d*)\}/.exec(chars.slice(at, at + 12).join('')) ?? [];
    const min = Number(low);
    const max = high ? Number(high) : comma ? Infinity : min;
    if (!all || min > max || Math.max(min, high ? max : 0) > MOST_COPIES) {
      throw broken(start, `A bound is {m}, {m,} or {m,n} with m ≤ n ≤ ${MOST_COPIES}: mend it, or write \\{`);
    }
    at += all.length;
    return [min, max];
  };

  const piece = (): Part => {
    const start = at;
    if (repetition()) throw broken(start, `"${chars[start]}" has nothing to repeat: put a "\\" before it`);
    const x = atom(start);
    const sign = at;
    const range = repetition();
    if (!range) return x;
    next('?');
    if (x.first === 0) throw broken(sign, `"${chars[sign]}" repeats a condition: remove it`);
    if (x.repeats && range[1] > 1) {
      throw broken(sign, 'A repetition inside a repetition is refused: take one of the two away');
    }
    return times(x, ...range);
  };

  const alternatives = (): Part => {
    let before: Part | undefined;
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
  if (at < chars.length) throw broken(at, '")" closes nothing: remove it, or write \\) for the sign itself');
  return out.join('');
}
