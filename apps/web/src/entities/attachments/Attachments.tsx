import { ActionIcon, Button, FileButton, Group, Menu, Progress, Text } from '@mantine/core';
import {
  IconCamera,
  IconDots,
  IconDownload,
  IconPaperclip,
  IconPrinter,
  IconRefresh,
  IconTrash,
  IconX,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../api.ts';
import { useChange, useWithPending } from '../../data/change.tsx';
import { LocalizedError, useFailureNotice } from '../../lib/errors.ts';
import { useFormat } from '../../lib/format.ts';
import { PageSection } from '../../ui/PageHeader.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { CHOSEN_TYPES, prepare, RefusedFile, roomFor, useGivenFiles, useHasCamera } from './files.ts';
import {
  type Attachment,
  addFiles,
  cancelFile,
  filesQuery,
  type Owner,
  resendFile,
  useProgress,
  useWaitingFilesOf,
  type WaitingFile,
} from './outbox.ts';
import { Thumbnail, useFileActions, useRefusalText, useViewer } from './Thumbnails.tsx';
import './attachments.css';

interface PickButtonsProps {
  readonly onFiles: (files: readonly File[]) => void;
  readonly isBusy?: boolean;
  /** Whether pages were chosen already, so that the next photo is another one. */
  readonly hasSome?: boolean;
}

/** Chooses files; on a phone the camera comes first. */
export function PickButtons({ onFiles, isBusy = false, hasSome = false }: PickButtonsProps) {
  const { t } = useTranslation('attachments');
  const hasCamera = useHasCamera();
  const resetPhoto = useRef<() => void>(null);
  const resetFiles = useRef<() => void>(null);
  // The same file can be chosen again, and each photo of a phone may have the same name.
  const take = (files: readonly File[]) => {
    resetPhoto.current?.();
    resetFiles.current?.();
    onFiles(files);
  };
  return (
    <Group gap="xs" className="no-print">
      {hasCamera && (
        <FileButton
          resetRef={resetPhoto}
          accept="image/*"
          capture="environment"
          onChange={(file) => file && take([file])}
        >
          {(props) => (
            <Button
              {...props}
              size="compact-md"
              variant="light"
              loading={isBusy}
              leftSection={<IconCamera size={18} aria-hidden />}
            >
              {t(hasSome ? 'nextPhoto' : 'photo')}
            </Button>
          )}
        </FileButton>
      )}
      <FileButton resetRef={resetFiles} accept={CHOSEN_TYPES} multiple onChange={take}>
        {(props) => (
          <Button
            {...props}
            size="compact-md"
            variant="default"
            loading={isBusy && !hasCamera}
            leftSection={<IconPaperclip size={16} aria-hidden />}
          >
            {t('add')}
          </Button>
        )}
      </FileButton>
    </Group>
  );
}

interface Props {
  readonly owner: Owner;
  readonly mayChange: boolean;
  /** Told whether the dialog that shows a file stands over all else. */
  readonly onCover?: (isCovered: boolean) => void;
  /** What stands above the files where they are printed with the record. */
  readonly details?: readonly { readonly name: string; readonly value: string }[];
}

/** The files of a record: seen, added, and taken away. */
export function Attachments({ owner, mayChange, details, onCover }: Props) {
  const { t } = useTranslation('attachments');
  const { t: common } = useTranslation();
  const query = useQuery(filesQuery(owner));
  const files = useWithPending(query.data ?? [], 'attachments');
  const known = new Set(files.map(({ _id }) => _id));
  const waiting = useWaitingFilesOf(owner).filter(({ done }) => !done || !known.has(done._id));
  const { open, viewer } = useViewer(onCover);
  const { download, print } = useFileActions();
  const fail = useFailureNotice();
  const textOf = useRefusalText();
  const change = useChange('attachments');
  const [preparing, setPreparing] = useState(0);
  const area = useRef<HTMLDivElement>(null);

  const add = async (chosen: readonly File[]) => {
    const room = roomFor(files.length + waiting.length + preparing);
    const taken = chosen.slice(0, room);
    if (taken.length < chosen.length) fail(new LocalizedError(textOf('limit_reached')), t('notAdded'));
    setPreparing((count) => count + taken.length);
    // One after the other: a picture takes much memory while it is made smaller.
    for (const file of taken) {
      try {
        await addFiles(owner, [await prepare(file)]);
      } catch (error) {
        const told = error instanceof RefusedFile ? new LocalizedError(textOf(error.refusal)) : error;
        fail(told, t('notAddedNamed', { name: file.name }));
      } finally {
        setPreparing((count) => count - 1);
      }
    }
  };
  const isOver = useGivenFiles(area, mayChange, (chosen) => void add(chosen));
  const remove = ({ _id: attachmentID, name }: Attachment) =>
    void change({
      run: () => client.attachments.remove.mutate({ attachmentID }),
      shows: [{ id: attachmentID, row: null }],
      done: common('deletedNamed', { name }),
      failed: common('notDeletedNamed', { name }),
      undo: () => ({ run: () => client.attachments.restore.mutate({ attachmentID }) }),
    });

  const isEmpty = files.length + waiting.length + preparing === 0;
  if (isEmpty && !mayChange && !query.error) return null;
  return (
    <div ref={area} className={isOver ? 'files-area over' : 'files-area'}>
      <PageSection
        title={t('title')}
        aside={mayChange && <PickButtons isBusy={preparing > 0} onFiles={(chosen) => void add(chosen)} />}
      >
        {query.error && !query.data && <ErrorState error={query.error} reset={() => void query.refetch()} />}
        {isEmpty && mayChange && (
          <Text size="sm" c="dimmed" className="no-print">
            {t('empty')}
          </Text>
        )}
        <ul className="files">
          {files.map((file, index) => (
            <li key={file._id}>
              <FileTile
                file={file}
                onOpen={() => open({ files, at: index, details, title: owner.name })}
                onDownload={() => void download(file)}
                onPrint={() => void print(file)}
                onRemove={mayChange ? () => remove(file) : undefined}
              />
            </li>
          ))}
          {waiting.map((entry) => (
            <li key={entry.id}>
              <WaitingTile entry={entry} />
            </li>
          ))}
        </ul>
      </PageSection>
      {viewer}
    </div>
  );
}

interface FileTileProps {
  readonly file: Attachment;
  readonly onOpen: () => void;
  readonly onDownload: () => void;
  readonly onPrint: () => void;
  readonly onRemove: (() => void) | undefined;
}

function FileTile({ file, onOpen, onDownload, onPrint, onRemove }: FileTileProps) {
  const { t } = useTranslation('attachments');
  const { t: common } = useTranslation();
  const { fileSize } = useFormat();
  const { name, size } = file;
  return (
    <>
      <button type="button" className="file" aria-haspopup="dialog" title={name} onClick={onOpen}>
        <Thumbnail file={file} />
        <span dir="auto" className="file-name">
          {name}
        </span>
        <Text size="xs" c="dimmed" component="span">
          {fileSize(size)}
        </Text>
      </button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon className="file-menu no-print" size="sm" aria-label={`${common('actions')}: ${name}`}>
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconDownload size={16} aria-hidden />} onClick={onDownload}>
            {t('download')}
          </Menu.Item>
          <Menu.Item leftSection={<IconPrinter size={16} aria-hidden />} onClick={onPrint}>
            {common('print')}
          </Menu.Item>
          {onRemove && (
            <Menu.Item
              c="var(--mantine-color-error)"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={onRemove}
            >
              {common('delete')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

/** A file that is not at the service yet: how far it is, or why it is not taken. */
export function WaitingTile({ entry }: { readonly entry: WaitingFile }) {
  const { t } = useTranslation('attachments');
  const { t: common } = useTranslation();
  const { percent } = useFormat();
  const textOf = useRefusalText();
  const part = useProgress(entry.id);
  const { question, done, work } = entry;
  const { name } = work;
  return (
    <div className="file">
      <Thumbnail file={work} />
      <span dir="auto" className="file-name">
        {name}
      </span>
      {part !== undefined && (
        <>
          <Progress value={part * 100} w="100%" aria-label={t('sending', { name })} />
          <Text size="xs" component="span" className="number">
            {percent(part)}
          </Text>
        </>
      )}
      {part === undefined && !question && !done && (
        <Text size="xs" c="dimmed" component="span" role="status">
          {t('waits')}
        </Text>
      )}
      {question && (
        <Text size="xs" c="var(--mantine-color-error)" component="span" role="alert">
          {textOf(question)}
        </Text>
      )}
      {!done && (
        <Group gap={4} className="file-menu no-print">
          {question && (
            <ActionIcon
              size="sm"
              aria-label={`${common('tryAgain')}: ${name}`}
              title={common('tryAgain')}
              onClick={() => void resendFile(entry)}
            >
              <IconRefresh size={16} aria-hidden />
            </ActionIcon>
          )}
          <ActionIcon
            size="sm"
            aria-label={t('cancelNamed', { name })}
            title={common(question ? 'delete' : 'cancel')}
            onClick={() => void cancelFile(entry.id)}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </Group>
      )}
    </div>
  );
}
