import {
  type AttachableKind,
  Attachment,
  administrators,
  attachmentTypes,
  DomainError,
  everyone,
  Flag,
  type Grants,
  Id,
  issue,
  MAX_ATTACHMENT_BYTES,
  Removed,
  type ScopeArea,
  scopeAreas,
  staff,
  Thumbnail,
} from '@daybook/domain';
import { attachments as repo } from '@daybook/domain/server';
import { z } from 'zod';
import type { Context } from '../context.ts';
import type { Bulkhead, Group } from '../declaration.ts';
import { exampleIds } from '../examples.ts';
import { formInput, operations, router } from '../trpc.ts';

const tag: Group['tag'] = {
  name: 'Attachments',
  description: 'Files of bills, cheques, payees and settlements: JPEG, PNG, WebP and PDF',
};
const { operation } = operations({ tag, bulkhead: 'attachments', tokens: scopeAreas.attachments });

const example: Attachment = {
  _id: exampleIds.attachment,
  name: 'receipt.pdf',
  type: 'application/pdf',
  size: 15,
  sha256: '1e7313ace78f0fb481a486939b4885902663102818090805515553d84e0bbfd3',
  createdAt: '2023-12-08T08:30:00.000Z',
  thumbnail: null,
  version: 1,
};
const thumbnail = 'data:image/webp;base64,UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==';
const file = '%PDF-1.7\n%%EOF\n';

/** As long as the longest path that a file may have had; what is kept of it is shorter. */
const Name = z.string().max(4096).default('').meta({ description: 'Of the file' });

const Upload = z
  .file(issue('attachment_type', { types: attachmentTypes }))
  .meta({ description: 'JPEG, PNG, WebP or PDF, of at most 10 MiB' });

type Sent = { readonly file: File; readonly name: string };

/** Of a form the file is in memory; otherwise it has been written down while it arrived. @throws VALIDATION, PAYLOAD_TOO_LARGE */
async function staged(ctx: Pick<Context, 'db'>, { file, name }: Sent): Promise<repo.StagedFile> {
  if (file instanceof repo.StagedFile) return file;
  if (file.size > MAX_ATTACHMENT_BYTES) throw repo.tooLarge();
  return repo.stage(ctx.db, file.stream(), name || file.name);
}

/** What is done with the attachments of one kind of record. */
function ofRecords<const ID extends string>(
  kind: AttachableKind,
  id: ID,
  path: `/${string}`,
  parameter: string,
  { access, tokens, bulkhead }: { access: Grants; tokens: ScopeArea; bulkhead: Bulkhead },
) {
  const given = kind === 'settlements' ? ({ given: 'settled' } as const) : {};
  const parameters = { [id]: parameter };
  const byId = { [id]: Id } as Record<ID, typeof Id>;
  const idOf = (input: unknown) => (input as Readonly<Record<string, string>>)[id] as string;
  const noun = id.slice(0, -2);
  return {
    list: operation({
      rest: `GET ${path}/{${id}}/attachments`,
      addition: true,
      access,
      tokens,
      bulkhead,
      summary: `List the attachments of a ${noun}`,
      description: 'In the order in which they were made.',
      example: { given: 'attached', parameters, data: [example] },
    })
      .input(z.object(byId))
      .output(z.array(Attachment))
      .query(({ ctx, input }) => repo.list(ctx.scope, kind, idOf(input))),

    add: operation({
      rest: `POST ${path}/{${id}}/attachments`,
      addition: true,
      access: staff,
      tokens,
      upload: 'file',
      uploadTypes: [...attachmentTypes.toReversed(), 'application/octet-stream'],
      batch: false,
      summary: `Attach a file to a ${noun}`,
      description:
        'The file is the whole body, with its name in the query or in `Content-Disposition`, or the part `file` of a form. What it is, is judged by its content. ' +
        'At most 10 MiB, and 20 files of a record.',
      creates: true,
      errors: ['PAYLOAD_TOO_LARGE', 'STORAGE_FULL', 'FORBIDDEN'],
      example: { ...given, parameters: { ...parameters, name: 'receipt.pdf' }, file, data: example },
    })
      .input(
        formInput(
          z.object({ ...byId, name: Name, file: Upload }) as unknown as z.ZodType<Record<ID, string> & Sent>,
        ),
      )
      .output(Attachment)
      .mutation(async ({ ctx, input }) =>
        repo.create(ctx.scope, { kind, id: idOf(input) }, await staged(ctx, input as Sent), {
          name: (input as Sent).name,
          room: ctx.settings.attachmentsMax,
        }),
      ),
  };
}

const bills = ofRecords('bills', 'billID', '/bills', exampleIds.bill, {
  access: staff,
  tokens: 'bills',
  bulkhead: 'bills',
});
const cheques = ofRecords('cheques', 'chequeID', '/cheques', exampleIds.cheque, {
  access: staff,
  tokens: 'cheques',
  bulkhead: 'cheques',
});
const payees = ofRecords('payees', 'payeeID', '/payees', exampleIds.payee, {
  access: staff,
  tokens: 'payees',
  bulkhead: 'payees',
});
const settlements = ofRecords('settlements', 'settlementID', '/settlements', exampleIds.settlement, {
  access: everyone,
  tokens: scopeAreas.settlements,
  bulkhead: 'payEntries',
});

const byId = z.object({ attachmentID: Id });
const parameters = { attachmentID: exampleIds.attachment };

export const attachments = router({
  listOfBill: bills.list,
  addToBill: bills.add,
  listOfCheque: cheques.list,
  addToCheque: cheques.add,
  listOfPayee: payees.list,
  addToPayee: payees.add,
  listOfSettlement: settlements.list,
  addToSettlement: settlements.add,

  get: operation({
    rest: 'GET /attachments/{attachmentID}',
    addition: true,
    access: everyone,
    download: attachmentTypes,
    summary: 'Fetch the file of an attachment',
    description:
      'Its bytes, or a range of them. Who may read its record may read it; a User the files of the own settlements. The `ETag` is the SHA-256.',
    errors: ['RANGE_NOT_SATISFIABLE'],
    example: { given: 'attached', parameters, data: example },
  })
    .input(byId)
    .output(Attachment)
    .query(({ ctx, input }) => repo.get(ctx.scope, input.attachmentID)),

  setThumbnail: operation({
    rest: 'PUT /attachments/{attachmentID}/thumbnail',
    addition: true,
    access: staff,
    summary: 'Set the thumbnail of an attachment',
    description:
      'The service reads no pictures: who sends a file sends its thumbnail too, or null to remove it. It changes neither the version nor the file.',
    errors: ['FORBIDDEN'],
    example: { given: 'attached', parameters, body: { thumbnail }, data: { ...example, thumbnail } },
  })
    .input(byId.extend({ thumbnail: Thumbnail.nullable() }))
    .output(Attachment)
    .mutation(({ ctx, input }) => repo.setThumbnail(ctx.scope, input.attachmentID, input.thumbnail)),

  remove: operation({
    rest: 'DELETE /attachments/{attachmentID}',
    addition: true,
    access: staff,
    summary: 'Delete an attachment',
    description:
      'It stays in the trash and can be restored. With `purge`, which needs an Administrator, its bytes are removed at once and for good, also of one that is in the trash.',
    errors: ['FORBIDDEN'],
    example: { given: 'attached', parameters, data: { _id: exampleIds.attachment } },
  })
    .input(byId.extend({ purge: Flag.default(false).meta({ description: 'Whether its bytes go at once' }) }))
    .output(Removed)
    .mutation(({ ctx, input: { attachmentID, purge } }) => {
      if (purge && administrators[ctx.principal.role] !== true)
        throw new DomainError('FORBIDDEN', 'Only an Administrator removes files for good.');
      return repo.remove(ctx.scope, attachmentID, purge);
    }),

  restore: operation({
    rest: 'POST /attachments/{attachmentID}/restore',
    addition: true,
    access: staff,
    summary: 'Restore a deleted attachment',
    description: 'It comes back as it was, with its identifier and one version more.',
    errors: ['NOT_DELETED', 'FORBIDDEN', 'UNKNOWN_REFERENCE'],
    example: { given: 'unattached', parameters, data: { ...example, version: 3 } },
  })
    .input(byId)
    .output(Attachment)
    .mutation(({ ctx, input }) => repo.restore(ctx.scope, input.attachmentID)),
});
