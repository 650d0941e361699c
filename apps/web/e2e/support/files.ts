import type { Page } from 'playwright-core';

const ascii = (text: string) => Buffer.from(`${text}\0`, 'latin1');

/** An entry of a directory of TIFF. @param value of 4 bytes, or where it stands */
function entry(tag: number, type: number, count: number, value: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt16BE(tag, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt32BE(count, 4);
  return Buffer.concat([head, value]);
}

const number = (value: number, bytes: 2 | 4 = 4) => {
  const buffer = Buffer.alloc(4);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
};

const directory = (...entries: readonly Buffer[]) =>
  Buffer.concat([Buffer.from([0, entries.length]), ...entries, number(0)]);

/** What a camera notes: how it was held, and the place. */
function exif(orientation: number): Buffer {
  const head = Buffer.concat([Buffer.from('MM\0*', 'latin1'), number(8)]);
  const gpsAt = 8 + 2 + 2 * 12 + 4;
  const placeAt = gpsAt + 2 + 2 * 12 + 4;
  const place = Buffer.concat(
    [
      [31, 1],
      [46, 1],
      [0, 1],
    ].map((pair) => Buffer.concat(pair.map((n) => number(n)))),
  );
  const main = directory(entry(0x0112, 3, 1, number(orientation, 2)), entry(0x8825, 4, 1, number(gpsAt)));
  const gps = directory(
    entry(1, 2, 2, Buffer.concat([ascii('N'), Buffer.alloc(2)])),
    entry(2, 5, 3, number(placeAt)),
  );
  const content = Buffer.concat([ascii('Exif'), Buffer.from([0]), head, main, gps, place]);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(content.length + 2);
  return Buffer.concat([Buffer.from([0xff, 0xe1]), length, content]);
}

/** A picture whose upper half is red and whose lower half is blue, drawn by the browser. */
async function picture(page: Page, type: string, width: number, height: number) {
  const encoded = await page.evaluate(
    async ([type, width, height]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width, height });
      const context = canvas.getContext('2d');
      if (!context) throw new Error('There is no canvas.');
      context.fillStyle = '#f00';
      context.fillRect(0, 0, width, height / 2);
      context.fillStyle = '#00f';
      context.fillRect(0, height / 2, width, height / 2);
      return canvas.toDataURL(type, 0.9);
    },
    [type, width, height] as const,
  );
  return Buffer.from(encoded.split(',')[1] ?? '', 'base64');
}

/** As of a camera held upright: it lies on its side, red to the left once it is turned, with the place in it. */
export async function photo(page: Page, width = 3000, height = 2000) {
  const plain = await picture(page, 'image/jpeg', width, height);
  const buffer = Buffer.concat([plain.subarray(0, 2), exif(6), plain.subarray(2)]);
  return { name: 'IMG_0001.jpeg', mimeType: 'image/jpeg', buffer };
}

export const screenshot = async (page: Page) => ({
  name: 'screen.png',
  mimeType: 'image/png',
  buffer: await picture(page, 'image/png', 300, 200),
});

/** A PDF with a word on each page. */
export function pdf(...pages: readonly string[]) {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => `${4 + 2 * index} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((word, index) => {
      const drawn = `BT /F1 48 Tf 60 700 Td (${word}) Tj ET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * index} 0 R >>`,
        `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`,
      ];
    }),
  ];
  let text = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const end = text.length;
  text += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${end}\n%%EOF\n`;
  return { name: 'invoice.pdf', mimeType: 'application/pdf', buffer: Buffer.from(text, 'latin1') };
}

interface Given {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** Drops or pastes a file, as a person with a mouse does. */
export const give = (
  page: Page,
  how: 'drop' | 'paste',
  selector: string,
  { name, mimeType, buffer }: Given,
) =>
  page
    .locator(selector)
    .last()
    .evaluate(
      (target, [how, name, type, encoded]) => {
        const data = new DataTransfer();
        const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
        data.items.add(new File([bytes], name, { type }));
        const options = { bubbles: true, cancelable: true };
        target.dispatchEvent(
          how === 'drop'
            ? new DragEvent('drop', { ...options, dataTransfer: data })
            : new ClipboardEvent('paste', { ...options, clipboardData: data }),
        );
      },
      [how, name, mimeType, buffer.toString('base64')] as const,
    );
