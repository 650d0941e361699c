import { crc32, deflateSync } from 'node:zlib';
import { attachments, type Scope } from '@daybook/domain/server';

/** A PDF of one page for each list of lines, in the letters of WinAnsi. */
function pdfOf(pages: readonly (readonly string[])[]): Buffer {
  const contents = pages.map((lines) => {
    const shown = lines.map((line) => `(${line.replace(/[\\()]/g, '\\$&')}) Tj T*`).join('\n');
    return `BT /F1 14 Tf 20 TL 60 760 Td\n${shown}\nET`;
  });
  const kids = pages.map((_, index) => `${4 + 2 * index} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...contents.flatMap((content, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * index} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  return Buffer.from(
    `${file}xref\n0 ${size}\n0000000000 65535 f \n${entries}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`,
    'latin1',
  );
}

/** A PNG of this size; `shadeAt` answers the grey of a point, from 0 to 255. */
function pngOf(width: number, height: number, shadeAt: (x: number, y: number) => number): Buffer {
  const rows = Buffer.alloc(height * (width + 1));
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) rows[y * (width + 1) + 1 + x] = shadeAt(x, y);
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const numbers = Buffer.alloc(8);
    numbers.writeUInt32BE(data.length, 0);
    numbers.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([numbers.subarray(0, 4), body, numbers.subarray(4)]);
  };
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** What looks like a photo of a receipt on a table: lines of dark bars, as wide as `seed` says. */
function receipt(height: number, seed: number): Buffer {
  const width = (height * 3) / 4;
  return pngOf(width, height, (x, y) => {
    const [left, top] = [x / width - 0.15, y / height - 0.08];
    if (left < 0 || left > 0.7 || top < 0 || top > 0.84) return 90;
    const line = Math.floor(top / 0.06);
    const isText = top % 0.06 > 0.025 && left > 0.06 && left < 0.3 + ((line * 7 + seed) % 5) * 0.08;
    return isText ? 40 : 245;
  });
}

type Kind = Parameters<typeof attachments.create>[1]['kind'];

/** Attaches a file, and its thumbnail. */
async function attach(
  scope: Scope,
  kind: Kind,
  id: string,
  name: string,
  file: { readonly bytes: Buffer; readonly thumbnail?: Buffer },
) {
  const staged = await attachments.stage(scope.db, ReadableStream.from([file.bytes]), name);
  const { _id } = await attachments.create(scope, { kind, id }, staged, { name, room: 2 ** 31 });
  if (file.thumbnail)
    await attachments.setThumbnail(scope, _id, `data:image/png;base64,${file.thumbnail.toString('base64')}`);
}

/** An invoice of two pages. */
export const attachInvoice = (
  scope: Scope,
  bill: { readonly _id: string; readonly date: string; readonly value: string },
) =>
  attach(scope, 'bills', bill._id, `invoice ${bill.date}.pdf`, {
    bytes: pdfOf([
      ['Invoice', bill.date, '', `Total: ${bill.value}`],
      ['Terms', 'Due within 30 days, without deductions.'],
    ]),
  });

/** A photo. @param seed makes it look unlike others */
export const attachReceipt = (scope: Scope, kind: Kind, id: string, name: string, seed: number) =>
  attach(scope, kind, id, name, { bytes: receipt(1600, seed), thumbnail: receipt(128, seed) });
