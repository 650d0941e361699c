const encoder = new TextEncoder();

/** The parts of what the browser has packed: what is between the head and the end, and the checksum and the size that stand there. */
async function packed(file: File) {
  const stream = file.stream().pipeThrough(new CompressionStream('gzip'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const end = new DataView(bytes.buffer, bytes.length - 8);
  return { data: bytes.slice(10, -8), crc: end.getUint32(0, true), size: end.getUint32(4, true) };
}

/** A record of an archive: numbers of two (u16) or four bytes, in its order. */
function record(signature: number, ...numbers: readonly (readonly [bytes: 2 | 4, value: number])[]) {
  const view = new DataView(new ArrayBuffer(4 + numbers.reduce((sum, [bytes]) => sum + bytes, 0)));
  view.setUint32(0, signature, true);
  let at = 4;
  for (const [bytes, value] of numbers) {
    if (bytes === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += bytes;
  }
  return new Uint8Array(view.buffer);
}

/** Files in one, as APPNOTE.TXT of PKWARE describes it. */
export async function zipped(files: readonly File[], name: string): Promise<File> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  const length = (all: readonly Uint8Array[]) => all.reduce((sum, one) => sum + one.length, 0);
  for (const file of files) {
    const { data, crc, size } = await packed(file);
    const title = encoder.encode(file.name);
    const offset = length(parts);
    // Version 2.0, names in UTF-8, deflated, without a time.
    const about = [
      [2, 20],
      [2, 0x800],
      [2, 8],
      [4, 0],
      [4, crc],
      [4, data.length],
      [4, size],
      [2, title.length],
      [2, 0],
    ] as const;
    parts.push(record(0x04034b50, ...about), title, data);
    directory.push(record(0x02014b50, [2, 20], ...about, [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]), title);
  }
  const count = files.length;
  const end = record(
    0x06054b50,
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, length(directory)],
    [4, length(parts)],
    [2, 0],
  );
  return new File([...parts, ...directory, end], name, { type: 'application/zip' });
}
