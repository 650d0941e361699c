import { isApiError, isNetworkError, type Outputs } from '@daybook/client';
import type { AttachableKind, ErrorCode, Issue } from '@daybook/domain';
import { queryOptions } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { api, client, queryClient } from '../../api.ts';
import { createDeviceOutbox, mayPass } from '../../data/device-outbox.ts';
import type { Entry } from '../../data/outbox.ts';
import { serviceUrl } from '../../lib/page.ts';
import { withToken } from '../../session.ts';
import type { Prepared } from './files.ts';

export type Attachment = Outputs['attachments']['get'];

/** Whose files they are. */
export interface Owner {
  readonly kind: AttachableKind;
  readonly id: string;
  /** In words, for who sees the file elsewhere. */
  readonly name: string;
}

interface FileWork extends Prepared {
  readonly owner: Owner;
}

/** Why the service refused it. */
export interface FileRefusal {
  readonly code: ErrorCode;
  readonly issues: readonly Issue[];
}

export type WaitingFile = Entry<FileWork, Attachment, FileRefusal>;

const lists = {
  bills: (billID: string) => ({
    queryKey: api.attachments.listOfBill.queryKey({ billID }),
    queryFn: () => client.attachments.listOfBill.query({ billID }),
  }),
  cheques: (chequeID: string) => ({
    queryKey: api.attachments.listOfCheque.queryKey({ chequeID }),
    queryFn: () => client.attachments.listOfCheque.query({ chequeID }),
  }),
  payees: (payeeID: string) => ({
    queryKey: api.attachments.listOfPayee.queryKey({ payeeID }),
    queryFn: () => client.attachments.listOfPayee.query({ payeeID }),
  }),
  settlements: (settlementID: string) => ({
    queryKey: api.attachments.listOfSettlement.queryKey({ settlementID }),
    queryFn: () => client.attachments.listOfSettlement.query({ settlementID }),
  }),
} satisfies Record<AttachableKind, (id: string) => object>;

/** Options for `useQuery`: the files of a record. */
export const filesQuery = ({ kind, id }: Pick<Owner, 'kind' | 'id'>) =>
  queryOptions<Attachment[]>(lists[kind](id));

/** No answer came. */
class NoAnswer extends Error {}
/** Whoever sent it has taken it back. */
class Cancelled extends Error {}
class Refused extends Error {
  readonly refusal: FileRefusal;

  constructor(refusal: FileRefusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

export const isRefused = (error: unknown): error is Refused => error instanceof Refused;

/** Of those that are being sent: the request, and how much of it is sent, from 0 to 1. */
const underWay = new Map<string, { readonly request: XMLHttpRequest; readonly part: number }>();
const listeners = new Set<() => void>();

function note(id: string, request?: XMLHttpRequest, part = 0) {
  if (request) underWay.set(id, { request, part });
  else underWay.delete(id);
  for (const listener of listeners) listener();
}

/** The part of a file that is sent; undefined while it is not being sent. */
export const useProgress = (id: string) =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => underWay.get(id)?.part,
  );

/** Bytes for which there is one more second, as in the typed client. */
const slowestUpload = 32 * 1024;

/** With XMLHttpRequest, since `fetch` does not say how much is sent. */
function post({ id, work }: WaitingFile, authorization: string) {
  const { owner, name, file, type } = work;
  return new Promise<{ readonly status: number; readonly text: string }>((resolve, reject) => {
    const request = new XMLHttpRequest();
    const to = `${serviceUrl}/${owner.kind}/${owner.id}/attachments?name=${encodeURIComponent(name)}`;
    request.open('POST', to);
    request.setRequestHeader('authorization', authorization);
    request.setRequestHeader('content-type', type);
    request.setRequestHeader('idempotency-key', id);
    request.timeout = 30_000 + (file.size / slowestUpload) * 1000;
    request.upload.onprogress = ({ loaded, total }) => note(id, request, total > 0 ? loaded / total : 0);
    request.onload = () => resolve({ status: request.status, text: request.responseText });
    request.onerror = request.ontimeout = () => reject(new NoAnswer());
    request.onabort = () => reject(new Cancelled());
    request.onloadend = () => note(id);
    note(id, request);
    request.send(file);
  });
}

interface Answer {
  readonly data?: Attachment;
  readonly error?: { readonly code: ErrorCode; readonly issues?: readonly Issue[] };
}

function parsed(text: string): Answer {
  try {
    return JSON.parse(text) as Answer;
  } catch {
    return {};
  }
}

async function perform(entry: WaitingFile): Promise<Attachment> {
  const { text } = await withToken((authorization) => post(entry, authorization));
  const { data, error } = parsed(text);
  // Something in front of the service has answered.
  if (!data && !error) throw new NoAnswer();
  if (!data) throw new Refused({ code: error?.code ?? 'INTERNAL', issues: error?.issues ?? [] });
  const { thumbnail } = entry.work;
  return thumbnail === null ? data : withThumbnail(data, thumbnail);
}

/** The file is there, with or without it. @throws where no answer came */
const withThumbnail = (attachment: Attachment, thumbnail: string) =>
  client.attachments.setThumbnail
    .mutate({ attachmentID: attachment._id, thumbnail })
    .catch((error: unknown) => {
      if (isApiError(error)) return attachment;
      throw error;
    });

function questionOf(error: unknown): FileRefusal | undefined {
  if (error instanceof Refused) return mayPass(error.refusal.code) ? undefined : error.refusal;
  // It is no longer kept, so nobody sees this.
  return error instanceof Cancelled ? { code: 'INTERNAL', issues: [] } : undefined;
}

const refreshed = ['attachments', 'bills', 'cheques', 'payees', 'settlements', 'journal'];

const device = createDeviceOutbox<FileWork, Attachment, FileRefusal>({
  name: 'daybook-files',
  perform,
  isNoAnswer: (error) => error instanceof NoAnswer || isNetworkError(error),
  questionOf,
  refresh: () => Promise.all(refreshed.map((path) => queryClient.invalidateQueries({ queryKey: [[path]] }))),
});

const { outbox } = device;

export const { start: startSendingFiles } = device;

async function send() {
  await device.send();
  // Chosen while others were on their way.
  const isNew = ({ isTried, question, done }: WaitingFile) => !isTried && !question && !done;
  if (outbox.entries.some(isNew)) await device.send();
}

/** Writes files down for a record, and sends them as soon as there is a network. */
export async function addFiles(owner: Owner, files: readonly Prepared[]): Promise<void> {
  await outbox.hold(
    files.map((file) => ({ ...file, owner })),
    false,
  );
  void send();
}

/** Stops the sending of a file and forgets it. */
export async function cancelFile(id: string): Promise<void> {
  await outbox.remove(id);
  underWay.get(id)?.request.abort();
}

/** Sends what was refused once more. */
export async function resendFile({ id, work }: WaitingFile): Promise<void> {
  await outbox.change(id, work);
  void send();
}

export const useWaitingFiles = () => useSyncExternalStore(outbox.subscribe, () => outbox.entries);

/** Those of one record. */
export function useWaitingFilesOf({ kind, id }: Pick<Owner, 'kind' | 'id'>): readonly WaitingFile[] {
  const entries = useWaitingFiles();
  return useMemo(
    () => entries.filter(({ work: { owner } }) => owner.kind === kind && owner.id === id),
    [entries, kind, id],
  );
}

/** The bytes of a file. @throws Refused, and what `fetch` throws */
export async function readFile(attachmentID: string, signal?: AbortSignal): Promise<Blob> {
  const response = await withToken((authorization) =>
    fetch(`${serviceUrl}/attachments/${attachmentID}`, {
      signal: signal ?? null,
      headers: { authorization },
    }),
  );
  if (response.ok) return response.blob();
  const { error } = parsed(await response.text());
  throw new Refused({ code: error?.code ?? 'INTERNAL', issues: [] });
}
