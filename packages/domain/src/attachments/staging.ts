import { createHash } from 'node:crypto';
import { fileTypeFromBuffer } from 'file-type';
import type { Database } from '../db/client.ts';
import { sql } from '../db/drizzle.ts';
import { newId } from '../db/new-id.ts';
import { execute } from '../db/statement.ts';
import { DomainError, invalid } from '../errors.ts';
import { type AttachmentType, attachmentTypes, MAX_ATTACHMENT_BYTES } from './limits.ts';

/** Of all pieces of a file but the last one. */
export const PIECE_BYTES = 256 * 1024;

interface Staged {
  /** Of its pieces, which expire unless it becomes an attachment. */
  readonly id: string;
  readonly type: AttachmentType;
  readonly size: number;
  readonly sha256: string;
}

/** A file that has arrived: what is in memory of it is empty. */
export class StagedFile extends File {
  readonly staged: Staged;

  /** @param name as the sender calls it */
  constructor(staged: Staged, name: string) {
    super([], name);
    this.staged = staged;
  }
}

export const tooLarge = () => new DomainError('PAYLOAD_TOO_LARGE', 'Send a file of at most 10 MiB.');

const wrongType = () => invalid('VALIDATION', ['file'], 'attachment_type', { types: attachmentTypes });

/** @throws VALIDATION for what is none of the accepted types, whatever its sender calls it */
async function typeOf(beginning: Uint8Array): Promise<AttachmentType> {
  const { mime = '' } = (await fileTypeFromBuffer(beginning)) ?? {};
  // An animated PNG is a PNG.
  const found = mime === 'image/apng' ? 'image/png' : mime;
  const type = attachmentTypes.find((one) => one === found);
  if (!type) throw wrongType();
  return type;
}

const insertPiece = (db: Database, id: string, number: number, piece: Uint8Array) =>
  execute(
    db,
    sql`insert into attachment_pieces (attachment_id, number, bytes)
      values (${id}::uuid, ${number}::integer, decode(${Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString('base64')}, 'base64'))`,
  );

/** Forgets the pieces of a file that has not become an attachment. */
export async function discard(db: Database, id: string): Promise<void> {
  await execute(
    db,
    sql`delete from attachment_pieces where attachment_id = ${id}::uuid and expires_at is not null`,
  );
}

/** The same bytes, cut anew. A piece is overwritten once the next one is asked for. */
async function* inPieces(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const piece = new Uint8Array(PIECE_BYTES);
  let filled = 0;
  for await (const chunk of source) {
    for (let at = 0; at < chunk.length; ) {
      const part = chunk.subarray(at, at + PIECE_BYTES - filled);
      piece.set(part, filled);
      filled += part.length;
      at += part.length;
      if (filled < PIECE_BYTES) continue;
      yield piece;
      filled = 0;
    }
  }
  if (filled > 0) yield piece.subarray(0, filled);
}

/**
 * Writes a file down while it arrives, a piece at a time: no more of it is in memory. What fails leaves nothing.
 * @throws PAYLOAD_TOO_LARGE, VALIDATION; what `source` throws
 */
export async function stage(
  db: Database,
  source: AsyncIterable<Uint8Array>,
  name: string,
): Promise<StagedFile> {
  const id = newId();
  const digest = createHash('sha256');
  let size = 0;
  let number = 0;
  let type: AttachmentType | undefined;
  try {
    for await (const piece of inPieces(source)) {
      size += piece.length;
      if (size > MAX_ATTACHMENT_BYTES) throw tooLarge();
      type ??= await typeOf(piece);
      digest.update(piece);
      await insertPiece(db, id, number, piece);
      number += 1;
    }
  } catch (error) {
    // Where this fails too they expire.
    if (number > 0) await discard(db, id).catch(() => {});
    throw error;
  }
  if (!type) throw wrongType();
  return new StagedFile({ id, type, size, sha256: digest.digest('hex') }, name);
}
