import { attachmentTypes, issueAt, MAX_ATTACHMENTS } from '@daybook/domain';
import { Text, VisuallyHidden } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import { IconFileTypePdf, IconPaperclip, IconPhoto } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LocalizedError, useErrorText, useFailureNotice, useIssueText } from '../../lib/errors.ts';
import { useFormat } from '../../lib/format.ts';
import type { Column } from '../../ui/columns.ts';
import { download as save } from '../../ui/ExportMenu.tsx';
import { MAX_MEBIBYTES, type Refusal } from './files.ts';
import { type Attachment, type FileRefusal, filesQuery, isRefused, type Owner, readFile } from './outbox.ts';
import type { Detail } from './PdfPages.tsx';
import type { Viewed } from './Viewer.tsx';
import './attachments.css';

// Most people look at a list more often than at a file.
const Viewer = lazy(async () => ({ default: (await import('./Viewer.tsx')).Viewer }));

interface Pictured {
  readonly type: Attachment['type'];
  readonly thumbnail: string | null;
}

/** A small picture of a file, or the sign of its type. Its name stands beside it. */
export function Thumbnail({ file: { type, thumbnail } }: { readonly file: Pictured }) {
  if (thumbnail) return <img className="thumbnail" src={thumbnail} alt="" />;
  const Icon = type === 'application/pdf' ? IconFileTypePdf : IconPhoto;
  return (
    <span className="thumbnail">
      <Icon size="60%" stroke={1.2} aria-hidden />
    </span>
  );
}

/** Why a file is not taken, in the same words whether the page or the service says it. */
export function useRefusalText() {
  const { t } = useTranslation('attachments');
  const { t: common } = useTranslation();
  const issueText = useIssueText();
  return (refusal: Refusal | FileRefusal): string => {
    const tooLarge = () => t('tooLarge', { max: MAX_MEBIBYTES });
    if (typeof refusal !== 'string') {
      const { code, issues } = refusal;
      if (code === 'PAYLOAD_TOO_LARGE') return tooLarge();
      return issues.map(issueText).join(' ') || common(`errors.${code}`);
    }
    if (refusal === 'too_large') return tooLarge();
    if (refusal === 'unreadable') return t('unreadable');
    return issueText(
      refusal === 'limit_reached'
        ? issueAt([], refusal, { max: MAX_ATTACHMENTS })
        : issueAt([], refusal, { types: attachmentTypes }),
    );
  };
}

/** Why a file could not be read, for `ErrorState` and notices. */
function useReadFailure() {
  const { t } = useTranslation();
  const textOf = useErrorText();
  const refusalText = useRefusalText();
  return (error: unknown): LocalizedError => {
    if (isRefused(error)) return new LocalizedError(refusalText(error.refusal));
    // What `fetch` says of a lost network.
    return new LocalizedError(error instanceof TypeError ? t('errors.NETWORK') : textOf(error));
  };
}

/** What is done with a file, in the dialog or without it. */
export function useFileActions() {
  const { t } = useTranslation('attachments');
  const fail = useFailureNotice();
  const failureOf = useReadFailure();
  const run = (work: () => Promise<void>) =>
    work().catch((error: unknown) => void fail(failureOf(error), t('notRead')));
  return {
    failureOf,
    download: (file: Attachment) => run(async () => save(file.name, await readFile(file._id))),
    print: (file: Attachment, details: readonly Detail[] = []) =>
      run(async () => {
        const { printFile } = await import('./PdfPages.tsx');
        await printFile(await readFile(file._id), details);
      }),
  };
}

/** The dialog that shows files, while it is open. */
export function useViewer(onCover?: (isCovered: boolean) => void) {
  const [viewed, setViewed] = useState<Viewed>();
  const actions = useFileActions();
  const isOpen = viewed !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when it opens and closes
  useEffect(() => onCover?.(isOpen), [isOpen]);
  const viewer: ReactNode = viewed && (
    <Suspense>
      <Viewer {...viewed} {...actions} onClose={() => setViewed(undefined)} />
    </Suspense>
  );
  return { open: setViewed, viewer };
}

/** The column of lists that says which records have files. */
export function useFilesColumn<T extends { readonly _id: string; readonly attachments: number }>(
  kind: Owner['kind'],
  nameOf: (row: T) => string,
): Column<T> {
  const { t } = useTranslation('attachments');
  return {
    key: 'attachments',
    header: t('title'),
    sign: <IconPaperclip size={16} aria-hidden />,
    place: 'state',
    cell: (row) =>
      row.attachments > 0 && <Mark kind={kind} id={row._id} name={nameOf(row)} count={row.attachments} />,
  };
}

interface MarkProps extends Owner {
  /** How many files it has. */
  readonly count: number;
}

/** How many files a record has, with the first one as a picture. A press shows them. */
function Mark({ count, ...owner }: MarkProps) {
  const { t } = useTranslation('attachments');
  const { number } = useFormat();
  const { ref, inViewport } = useInViewport<HTMLButtonElement>();
  const { data: files } = useQuery({ ...filesQuery(owner), enabled: inViewport, staleTime: 60_000 });
  const { open, viewer } = useViewer();
  const first = files?.find(({ thumbnail }) => thumbnail);
  return (
    <>
      <button
        ref={ref}
        type="button"
        className="files-mark"
        aria-haspopup="dialog"
        title={t('count', { count })}
        disabled={!files?.length}
        onClick={() => files && open({ files, at: 0, title: owner.name })}
      >
        {first ? <Thumbnail file={first} /> : <IconPaperclip size={16} aria-hidden />}
        <Text component="span" size="xs" className="number" aria-hidden>
          {number(count)}
        </Text>
        <VisuallyHidden component="span">{t('count', { count })}</VisuallyHidden>
      </button>
      {viewer}
    </>
  );
}
