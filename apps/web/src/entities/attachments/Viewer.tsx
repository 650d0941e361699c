import { ActionIcon, Group, Modal, Text } from '@mantine/core';
import createPanzoom, { type PanzoomObject } from '@panzoom/panzoom';
import {
  type Icon,
  IconChevronLeft,
  IconChevronRight,
  IconDownload,
  IconFileText,
  IconPrinter,
  IconRotateClockwise,
  IconZoomIn,
  IconZoomOut,
  IconZoomReset,
} from '@tabler/icons-react';
import { type KeyboardEvent, type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { directionOf } from '../../i18n/languages.ts';
import { useFormat } from '../../lib/format.ts';
import { ErrorState, Loading } from '../../ui/states.tsx';
import { Name } from '../../ui/values.tsx';
import { useObjectUrl } from './files.ts';
import { type Attachment, readFile } from './outbox.ts';
import { type Detail, PdfPages } from './PdfPages.tsx';
import './attachments.css';

export interface Viewed {
  readonly files: readonly Attachment[];
  readonly at: number;
  /** Whose they are. */
  readonly title: string;
  /** Printed above a file on request. */
  readonly details?: readonly Detail[] | undefined;
}

/** What the buttons and keys do with what is shown. */
export interface Zoom {
  /** @param direction 1 nearer, -1 farther, 0 as at first */
  zoom(direction: -1 | 0 | 1): void;
}

interface ViewerProps extends Viewed {
  readonly download: (file: Attachment) => Promise<void>;
  readonly print: (file: Attachment, details?: readonly Detail[]) => Promise<void>;
  /** What is said where a file cannot be read. */
  readonly failureOf: (error: unknown) => Error;
  readonly onClose: () => void;
}

/** A file of a record after the other, each as large as one wants it. */
export function Viewer(props: ViewerProps) {
  const { files, at, title, details, download, print, failureOf, onClose } = props;
  const { t } = useTranslation('attachments');
  const { t: common } = useTranslation();
  const { number, locale } = useFormat();
  const [index, setIndex] = useState(at);
  const [turns, setTurns] = useState(0);
  const shown = useRef<Zoom>(null);
  const file = files[index] as Attachment;
  const step = (by: 1 | -1) => {
    setTurns(0);
    setIndex((now) => Math.min(files.length - 1, Math.max(0, now + by)));
  };
  const turn = () => setTurns((now) => (now + 1) % 4);
  const isRtl = directionOf(locale) === 'rtl';
  const keys: Readonly<Record<string, () => void>> = {
    '+': () => shown.current?.zoom(1),
    '=': () => shown.current?.zoom(1),
    '-': () => shown.current?.zoom(-1),
    '0': () => shown.current?.zoom(0),
    r: turn,
    [isRtl ? 'ArrowLeft' : 'ArrowRight']: () => step(1),
    [isRtl ? 'ArrowRight' : 'ArrowLeft']: () => step(-1),
  };
  const pressed = (event: KeyboardEvent) => {
    const run = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
    if (!run) return;
    event.preventDefault();
    run();
  };
  const Previous = isRtl ? IconChevronRight : IconChevronLeft;
  const Next = isRtl ? IconChevronLeft : IconChevronRight;
  return (
    <Modal
      opened
      fullScreen
      onClose={onClose}
      onKeyDown={pressed}
      title={
        <>
          <Name>{title}</Name> · <Name>{file.name}</Name>
        </>
      }
      closeButtonProps={{ 'aria-label': common('close') }}
      classNames={{ content: 'viewer', title: 'viewer-title', body: 'viewer-body' }}
    >
      <Group gap={4} justify="center" className="viewer-tools" role="toolbar" aria-label={common('actions')}>
        {files.length > 1 && (
          <>
            <Tool icon={Previous} text={t('previous')} run={() => step(-1)} isOff={index === 0} />
            <Text size="sm" className="number" role="status">
              {t('position', { number: number(index + 1), total: number(files.length) })}
            </Text>
            <Tool icon={Next} text={t('next')} run={() => step(1)} isOff={index === files.length - 1} />
          </>
        )}
        <Tool icon={IconZoomOut} text={t('zoomOut')} run={keys['-']} />
        <Tool icon={IconZoomReset} text={t('zoomReset')} run={keys['0']} />
        <Tool icon={IconZoomIn} text={t('zoomIn')} run={keys['+']} />
        <Tool icon={IconRotateClockwise} text={t('rotate')} run={turn} />
        <Tool icon={IconDownload} text={t('download')} run={() => void download(file)} />
        <Tool icon={IconPrinter} text={common('print')} run={() => void print(file)} />
        {details && (
          <Tool icon={IconFileText} text={t('printWithRecord')} run={() => void print(file, details)} />
        )}
      </Group>
      <FileContent key={file._id} file={file} failureOf={failureOf} turns={turns} handle={shown} />
    </Modal>
  );
}

interface ToolProps {
  readonly icon: Icon;
  readonly text: string;
  readonly run: (() => void) | undefined;
  readonly isOff?: boolean;
}

const Tool = ({ icon: Sign, text, run, isOff = false }: ToolProps) => (
  <ActionIcon
    size="input-sm"
    aria-label={text}
    title={text}
    data-disabled={isOff || undefined}
    aria-disabled={isOff}
    onClick={run}
  >
    <Sign size={20} aria-hidden />
  </ActionIcon>
);

interface ContentProps {
  readonly file: Attachment;
  readonly turns: number;
  readonly handle: RefObject<Zoom | null>;
  readonly failureOf: ViewerProps['failureOf'];
}

function FileContent({ file: { _id, type, name }, failureOf, ...props }: ContentProps) {
  const [blob, setBlob] = useState<Blob>();
  const [failure, setFailure] = useState<unknown>();
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again on request
  useEffect(() => {
    const controller = new AbortController();
    setFailure(undefined);
    readFile(_id, controller.signal).then(setBlob, (error: unknown) => {
      if (!controller.signal.aborted) setFailure(error);
    });
    return () => controller.abort();
  }, [_id, attempt]);
  if (failure) return <ErrorState error={failureOf(failure)} reset={() => setAttempt(attempt + 1)} />;
  if (!blob) return <Loading />;
  const Content = type === 'application/pdf' ? PdfPages : Picture;
  return <Content blob={blob} name={name} {...props} />;
}

export interface ShownProps extends Omit<ContentProps, 'file' | 'failureOf'> {
  readonly blob: Blob;
  readonly name: string;
}

/** The nearest one gets to a picture. */
const MAX_SCALE = 8;

function Picture({ blob, name, turns, handle }: ShownProps) {
  const { t } = useTranslation('attachments');
  const moved = useRef<HTMLDivElement>(null);
  const panzoom = useRef<PanzoomObject>(null);
  const url = useObjectUrl(blob);
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    const element = moved.current;
    const stage = element?.parentElement;
    if (!element || !stage) return;
    const made = createPanzoom(element, {
      maxScale: MAX_SCALE,
      minScale: 1,
      pinchAndPan: true,
      animate: false,
    });
    panzoom.current = made;
    stage.addEventListener('wheel', made.zoomWithWheel, { passive: false });
    return () => {
      stage.removeEventListener('wheel', made.zoomWithWheel);
      made.destroy();
    };
  }, []);
  const zoom = (direction: -1 | 0 | 1) => {
    if (direction === 1) panzoom.current?.zoomIn();
    else if (direction === -1) panzoom.current?.zoomOut();
    else panzoom.current?.reset();
  };
  useImperativeHandle(handle, () => ({ zoom }));
  if (isBroken) return <Text p="xl">{t('unreadable')}</Text>;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keyboard has the buttons
    <div
      className="stage"
      onDoubleClick={(event) => {
        if ((panzoom.current?.getScale() ?? 1) > 1) panzoom.current?.reset();
        else panzoom.current?.zoomToPoint(3, event);
      }}
    >
      <div ref={moved}>
        {url && (
          <img src={url} alt={name} data-turns={turns} draggable={false} onError={() => setBroken(true)} />
        )}
      </div>
    </div>
  );
}
