// Prints the function `fold` of the database, for a migration, from that of packages/domain/src/values/fold.ts: `node scripts/fold-function.ts`.
import { fold } from '../packages/domain/src/values/fold.ts';

/** What PostgreSQL 15, of Unicode 14, does not decompose. */
const later = /[\ua7f1\u{105c9}\u{105e4}\u{1ccd6}-\u{1ccf9}\u{1e030}-\u{1e06d}]/u;

const escaped = (point: number) =>
  point > 0xffff
    ? `\\+${point.toString(16).toUpperCase().padStart(6, '0')}`
    : `\\${point.toString(16).toUpperCase().padStart(4, '0')}`;
const inText = (text: string) =>
  text
    .replaceAll(/\P{ASCII}/gu, (char) => escaped(char.codePointAt(0) ?? 0))
    .replaceAll("'", "''")
    .replaceAll('\\"', '\\\\"');

/** One literal, over several lines where it is long. */
function literal(parts: readonly string[]): string {
  const lines = [''];
  for (const part of parts) {
    if ((lines.at(-1) ?? '').length + part.length > 110) lines.push('');
    lines[lines.length - 1] += part;
  }
  return lines.map((line, n) => (n === 0 ? `U&'${line}'` : `      '${line}'`)).join('\n');
}

/** A class of a regular expression. */
function characterClass(points: readonly number[]): string {
  const all: [number, number][] = [];
  for (const point of points) {
    const last = all.at(-1);
    if (last && last[1] === point - 1) last[1] = point;
    else all.push([point, point]);
  }
  const ranges = all.map(([from, to]) => (from === to ? escaped(from) : `${escaped(from)}-${escaped(to)}`));
  return literal(['[', ...ranges, ']']);
}

const gone: number[] = [];
const changed: (readonly [point: number, folded: string])[] = [];
for (let point = 0x80; point <= 0x10ffff; point += 1) {
  if (point >= 0xd800 && point <= 0xdfff) continue;
  const char = String.fromCodePoint(point);
  const folded = fold(char);
  const isDecomposed = !later.test(char) && char.normalize('NFKD') !== char;
  if (isDecomposed || folded === char || char === '\u00b4') continue;
  if (folded === '') gone.push(point);
  else changed.push([point, folded]);
}
const points = changed.map(([point]) => point);
const json = changed.map(
  ([point, folded], n) => `${n ? ', ' : ''}"${escaped(point)}": ${inText(JSON.stringify(folded))}`,
);

process.stdout.write(`CREATE OR REPLACE FUNCTION fold(source text) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  -- What is done, and what is still to be looked at, after it.
  folded text := '';
  rest text;
  letter text;
BEGIN
  IF octet_length(source) = length(source) THEN
    RETURN lower(source COLLATE "C");
  END IF;
  rest := lower(regexp_replace(
    normalize(translate(source, U&'\\00B4\\1FFD', ''''''), NFKD),
    ${characterClass(gone)},
    '', 'g') COLLATE "C");
  IF octet_length(rest) = length(rest) THEN
    RETURN rest;
  END IF;
  LOOP
    letter := substring(rest FROM ${characterClass(points)});
    EXIT WHEN letter IS NULL;
    folded := folded || split_part(rest, letter, 1);
    rest := replace(substr(rest, strpos(rest, letter)), letter, ${literal(['{', ...json, '}'])}::jsonb ->> letter);
  END LOOP;
  RETURN normalize(folded || rest, NFC);
END $$;
`);
