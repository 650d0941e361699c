/** The most bytes of a file, and the most files of a record. */
export const MAX_ATTACHMENT_BYTES = 10 * 1024 * 1024;
export const MAX_ATTACHMENTS = 20;

export const attachmentTypes = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] as const;
export type AttachmentType = (typeof attachmentTypes)[number];

/** What has attachments. */
export const attachableKinds = ['bills', 'cheques', 'payees', 'settlements'] as const;
export type AttachableKind = (typeof attachableKinds)[number];
