import { type AttachmentType, attachmentTypes, MAX_ATTACHMENT_BYTES, MAX_ATTACHMENTS } from '@daybook/domain';
import { useMediaQuery } from '@mantine/hooks';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Job, QuarterTurns, Scaled } from './scaling.ts';

/** What `accept` of a file chooser says: also pictures that are sent as others. */
export const CHOSEN_TYPES = 'image/*,application/pdf';
export const MAX_MEBIBYTES = MAX_ATTACHMENT_BYTES / 1024 ** 2;

/** Why a file is not sent. */
export type Refusal = 'attachment_type' | 'limit_reached' | 'too_large' | 'unreadable';

export class RefusedFile extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal);
    this.refusal = refusal;
  }
}

/** A file as it is sent. */
export interface Prepared {
  readonly file: Blob;
  readonly type: AttachmentType;
  readonly name: string;
  readonly thumbnail: string | null;
}

const begins = (bytes: Uint8Array, ...signature: readonly number[]) =>
  signature.every((byte, index) => bytes[index] === byte);

const text = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.slice(from, to));

/** What a file is by its first 12 bytes, whatever its name says; undefined: none of what the service takes. */
export function typeOf(bytes: Uint8Array): AttachmentType | undefined {
  if (begins(bytes, 0xff, 0xd8, 0xff)) return 'image/jpeg';
  if (begins(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png';
  if (text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 12) === 'WEBP') return 'image/webp';
  if (text(bytes, 0, 5) === '%PDF-') return 'application/pdf';
  return undefined;
}

const endings: Readonly<Record<AttachmentType, readonly string[]>> = {
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
  'image/webp': ['.webp'],
  'application/pdf': ['.pdf'],
};

/** The name with the ending of what the file has become: `IMG_1.HEIC` is sent as `IMG_1.jpg`. */
export function nameAs(name: string, type: AttachmentType): string {
  const known = endings[type];
  if (known.some((ending) => name.toLowerCase().endsWith(ending))) return name;
  return `${name.replace(/\.[a-z0-9]{1,5}$/i, '')}${known[0]}`;
}

/** How many of them a record takes that has some already. */
export const roomFor = (there: number): number => Math.max(0, MAX_ATTACHMENTS - there);

const isType = (type: string): type is AttachmentType => attachmentTypes.some((known) => known === type);

/** In a worker of its own, with which the memory of the picture goes. @returns undefined where it cannot be read */
async function scaled(job: Job): Promise<Scaled | undefined> {
  if (!('OffscreenCanvas' in globalThis)) {
    const { scale } = await import('./scaling.ts');
    return scale(job).catch(() => undefined);
  }
  const worker = new Worker(new URL('./scaling.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<Scaled | undefined>) => resolve(data);
      worker.onerror = ({ message }) => reject(new Error(message));
      worker.postMessage(job);
    });
  } finally {
    worker.terminate();
  }
}

/** Makes of a chosen file what is sent: pictures upright, smaller and without the place. @throws RefusedFile */
export async function prepare(chosen: File, turns: QuarterTurns = 0): Promise<Prepared> {
  const type = typeOf(new Uint8Array(await chosen.slice(0, 12).arrayBuffer()));
  if (type === 'application/pdf') {
    if (chosen.size > MAX_ATTACHMENT_BYTES) throw new RefusedFile('too_large');
    return { file: chosen, type, name: nameAs(chosen.name, type), thumbnail: null };
  }
  // Such as HEIC, which some browsers can read.
  const isPicture = type !== undefined || /^image\/(?!svg)/.test(chosen.type);
  if (!isPicture) throw new RefusedFile('attachment_type');
  const result = await scaled({ file: type ? new Blob([chosen], { type }) : chosen, turns });
  if (!result || !isType(result.file.type))
    throw new RefusedFile(type === undefined ? 'attachment_type' : 'unreadable');
  if (result.file.size > MAX_ATTACHMENT_BYTES) throw new RefusedFile('too_large');
  const { file, thumbnail } = result;
  return { file, type: result.file.type, name: nameAs(chosen.name, result.file.type), thumbnail };
}

/** Whether the device is held in a hand, and so has a camera to point. */
export const useHasCamera = () =>
  useMediaQuery('(pointer: coarse)', undefined, { getInitialValueInEffect: false }) === true;

/**
 * Files that are dropped on the page or the drawer of a record, or pasted while it is in front.
 * @returns whether files are held over it
 */
export function useGivenFiles(
  area: RefObject<HTMLElement | null>,
  isWanted: boolean,
  onFiles: (files: readonly File[]) => void,
): boolean {
  const latest = useRef(onFiles);
  latest.current = onFiles;
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const root = area.current?.closest<HTMLElement>('[role=dialog], main');
    if (!root || !isWanted) return;
    const controller = new AbortController();
    const { signal } = controller;
    const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true;
    root.addEventListener(
      'dragover',
      (event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      },
      { signal },
    );
    root.addEventListener(
      'dragleave',
      ({ relatedTarget }) => {
        if (!(relatedTarget instanceof Node && root.contains(relatedTarget))) setOver(false);
      },
      { signal },
    );
    root.addEventListener(
      'drop',
      (event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(false);
        latest.current([...(event.dataTransfer?.files ?? [])]);
      },
      { signal },
    );
    document.addEventListener(
      'paste',
      (event) => {
        const given = [...(event.clipboardData?.files ?? [])];
        // Cells of a spreadsheet come as a picture too.
        const isText = event.clipboardData?.types.includes('text/plain');
        const dialogs = document.querySelectorAll('[role=dialog]');
        const isInFront = dialogs.length === 0 ? root.matches('main') : dialogs[dialogs.length - 1] === root;
        if (given.length === 0 || isText || !isInFront) return;
        event.preventDefault();
        latest.current(given);
      },
      { signal },
    );
    return () => controller.abort();
  }, [area, isWanted]);
  return isOver;
}

/** An address of a blob for as long as it is shown. */
export function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!blob) return;
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => {
      setUrl(undefined);
      URL.revokeObjectURL(made);
    };
  }, [blob]);
  return url;
}
