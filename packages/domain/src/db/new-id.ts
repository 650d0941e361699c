import { v7 } from 'uuid';

const idBytes = 16;
const random = new Uint8Array(256 * idBytes);
let used = random.length;
let [time, sequence] = [0, 0];

/**
 * A UUID version 7 (RFC 9562). Within a process each is greater than the one before, so what is made together keeps its
 * order. Random bytes are drawn for 256 at a time: to draw them for each takes 4 µs, 2 % of the CPU of a creation.
 */
export function newId(): string {
  if (used === random.length) {
    crypto.getRandomValues(random);
    used = 0;
  }
  const bytes = random.subarray(used, used + idBytes);
  used += idBytes;
  const now = Date.now();
  if (now > time) {
    time = now;
    // 31 bits, of bytes that are not in the id themselves.
    sequence = new DataView(bytes.buffer, bytes.byteOffset).getUint32(6) >>> 1;
  } else sequence += 1;
  return v7({ random: bytes, msecs: time, seq: sequence });
}
