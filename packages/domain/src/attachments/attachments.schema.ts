import { z } from 'zod';
import { issue } from '../values/issues.ts';
import { RecordId } from '../values/record.ts';
import { Instant } from '../values/scalars.ts';
import { attachmentTypes } from './limits.ts';

const MAX_THUMBNAIL_LENGTH = 12_000;
/** Of a JPEG, a PNG or a WebP, whose first bytes say so too. */
const thumbnailPattern =
  /^data:image\/(?:jpeg;base64,\/9j\/|png;base64,iVBORw0KGgo|webp;base64,UklGR[A-Za-z0-9+/]{6}XRUJQ)[A-Za-z0-9+/]*={0,2}$/;

export const Thumbnail = z
  .string(issue('not_text'))
  .max(MAX_THUMBNAIL_LENGTH, issue('too_long', { max: MAX_THUMBNAIL_LENGTH }))
  .regex(
    thumbnailPattern,
    issue('attachment_type', { types: attachmentTypes.filter((type) => type.startsWith('image/')) }),
  )
  .meta({ description: 'A small picture of the file, as a `data:` URL of a JPEG, a PNG or a WebP' });

export const Attachment = z
  .object({
    _id: RecordId,
    name: z.string().meta({ description: 'Of the file, without a path; at most 200 characters' }),
    type: z.enum(attachmentTypes).meta({ description: 'What the file is, judged by its content' }),
    size: z.int().min(1).meta({ description: 'Bytes' }),
    sha256: z.string().meta({ description: 'Of the bytes, in hexadecimal' }),
    thumbnail: Thumbnail.nullable().meta({
      description: 'As it was set by PUT /attachments/{attachmentID}/thumbnail',
    }),
    createdAt: Instant,
    version: z.int().min(1).meta({ description: '1 at first, one more at each change' }),
  })
  .meta({ id: 'Attachment', description: 'A file of a bill, a cheque, a payee or a settlement' });
export type Attachment = z.infer<typeof Attachment>;

/** What a record with attachments answers of them. */
export const attachmentCount = {
  attachments: z.int().min(0).meta({ description: 'How many attachments it has' }),
};
