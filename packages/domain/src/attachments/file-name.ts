import type { AttachmentType } from './limits.ts';

const MAX_LENGTH = 200;

/** The endings of each type; the first is added to a name that has none of them. */
const endings: Readonly<Record<AttachmentType, readonly string[]>> = {
  'image/jpeg': ['jpg', 'jpeg', 'jfif'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'application/pdf': ['pdf'],
};

/** Control characters, marks of direction, line separators, private use and halves of characters. */
const unwanted = /[\p{Cc}\p{Cs}\p{Co}\u{61c}\u{200e}\u{200f}\u{2028}-\u{202e}\u{2066}-\u{2069}\u{feff}]/gu;

/** Without spaces and full stops at both ends. */
function withoutEdges(text: string): string {
  const isEdge = (at: number) => text[at] === ' ' || text[at] === '.';
  let [start, end] = [0, text.length];
  while (start < end && isEdge(start)) start += 1;
  while (end > start && isEdge(end - 1)) end -= 1;
  return text.slice(start, end);
}

/** The name under which a file is kept: the last part of what was sent, without what misleads, with an ending that is true. */
export function fileName(sent: string, type: AttachmentType): string {
  const last = sent.split(/[/\\]/).at(-1) ?? '';
  const clean = withoutEdges(last.normalize('NFC').replaceAll(unwanted, '').replaceAll(/\s/g, ' '));
  const [first = ''] = endings[type];
  const given = clean.slice(clean.lastIndexOf('.'));
  const ending = endings[type].includes(given.slice(1).toLowerCase()) ? given : '';
  const stem = ending ? clean.slice(0, -ending.length) : clean;
  const kept = ending || `.${first}`;
  return `${
    [...stem]
      .slice(0, MAX_LENGTH - kept.length)
      .join('')
      .trimEnd() || 'file'
  }${kept}`;
}
