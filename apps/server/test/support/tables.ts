/** A row of a table by the headings of its columns. */
export type TableRow = Readonly<Record<string, string>>;

const cells = (line: string) =>
  line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());

/** The first table below the heading `### title` of a page in Markdown; cells are text. @throws Error where there is none */
export function tableOf(page: string, title: string): TableRow[] {
  const [, section = ''] = page.split(`\n### ${title}\n`);
  const lines = section.split('\n');
  const first = lines.findIndex((line) => line.startsWith('|'));
  const end = lines.findIndex((line, at) => at > first && !line.startsWith('|'));
  const nextHeading = lines.findIndex((line) => line.startsWith('#'));
  if (first < 0 || (nextHeading >= 0 && nextHeading < first)) throw new Error(`no table below ${title}`);
  const [head = '', , ...rows] = lines.slice(first, end < 0 ? undefined : end);
  const names = cells(head);
  return rows.map((row) => Object.fromEntries(cells(row).map((cell, at) => [names[at] ?? '', cell])));
}
