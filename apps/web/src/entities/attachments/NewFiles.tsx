import { ActionIcon, Group, Loader, Text } from '@mantine/core';
import { IconRotateClockwise, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsOnline } from '../../lib/online.ts';
import { Name } from '../../ui/values.tsx';
import { WaitingAlert } from '../../ui/WaitingAlert.tsx';
import { PickButtons, WaitingTile } from './Attachments.tsx';
import {
  type Prepared,
  prepare,
  type Refusal,
  RefusedFile,
  roomFor,
  useGivenFiles,
  useHasCamera,
  useObjectUrl,
} from './files.ts';
import { addFiles, type Owner, startSendingFiles, useWaitingFiles } from './outbox.ts';
import type { QuarterTurns } from './scaling.ts';
import { Thumbnail, useRefusalText } from './Thumbnails.tsx';
import './attachments.css';

interface Chosen {
  readonly id: number;
  readonly file: File;
  readonly turns: QuarterTurns;
  readonly made: Promise<Prepared>;
  /** Once it is made. */
  readonly prepared?: Prepared;
  readonly refusal?: Refusal;
}

let count = 0;

/** The files of a record that is not there yet. They are sent once it is. */
export function useNewFiles() {
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);
  const [refusal, setRefusal] = useState<Refusal>();
  const hasCamera = useHasCamera();
  const latest = useRef(chosen);
  latest.current = chosen;
  /** One after the other: a picture takes much memory while it is made smaller. */
  const queue = useRef<Promise<unknown>>(Promise.resolve());

  const make = (id: number, file: File, turns: QuarterTurns): Chosen => {
    const made = queue.current.then(() => prepare(file, turns));
    queue.current = made.catch(() => undefined);
    // Unless it has been turned again since.
    const put = (changes: Partial<Chosen>) =>
      setChosen((all) => all.map((one) => (one.made === made ? { ...one, ...changes } : one)));
    made.then(
      (prepared) => put({ prepared }),
      (error: unknown) => put({ refusal: error instanceof RefusedFile ? error.refusal : 'unreadable' }),
    );
    return { id, file, turns, made };
  };
  const add = (files: readonly File[]) => {
    const taken = files.slice(0, roomFor(chosen.length));
    setRefusal(taken.length < files.length ? 'limit_reached' : undefined);
    setChosen([...chosen, ...taken.map((file) => make(++count, file, 0))]);
  };
  const turn = ({ id, file, turns }: Chosen) => {
    const next = make(id, file, ((turns + 1) % 4) as QuarterTurns);
    setChosen((all) => all.map((one) => (one.id === id ? next : one)));
  };
  const remove = ({ id }: Chosen) => setChosen((all) => all.filter((one) => one.id !== id));

  return {
    /** Whether the form begins with them: on a phone the camera comes first. */
    isFirst: hasCamera,
    fields: <Fields chosen={chosen} refusal={refusal} onAdd={add} onTurn={turn} onRemove={remove} />,
    /** To be called when the record has been made. Its files wait on the device until they are sent. */
    async attachTo(owner: Owner) {
      const { current } = latest;
      setChosen([]);
      const made = await Promise.allSettled(current.map((one) => one.made));
      const files = made.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
      if (files.length > 0) await addFiles(owner, files);
    },
  };
}

interface FieldsProps {
  readonly chosen: readonly Chosen[];
  readonly refusal: Refusal | undefined;
  readonly onAdd: (files: readonly File[]) => void;
  readonly onTurn: (chosen: Chosen) => void;
  readonly onRemove: (chosen: Chosen) => void;
}

function Fields({ chosen, refusal, onAdd, onTurn, onRemove }: FieldsProps) {
  const { t } = useTranslation('attachments');
  const textOf = useRefusalText();
  const area = useRef<HTMLDivElement>(null);
  const isOver = useGivenFiles(area, true, onAdd);
  return (
    // Whoever leaves the form is asked before they are lost.
    <div
      ref={area}
      className={isOver ? 'files-area over' : 'files-area'}
      data-unchosen={chosen.length > 0 || undefined}
    >
      <PickButtons onFiles={onAdd} hasSome={chosen.length > 0} />
      {chosen.length > 0 && (
        <ul className="files previews" aria-label={t('title')}>
          {chosen.map((one) => (
            <li key={one.id}>
              <Preview chosen={one} onTurn={() => onTurn(one)} onRemove={() => onRemove(one)} />
            </li>
          ))}
        </ul>
      )}
      {refusal && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {textOf(refusal)}
        </Text>
      )}
    </div>
  );
}

interface PreviewProps {
  readonly chosen: Chosen;
  readonly onTurn: () => void;
  readonly onRemove: () => void;
}

/** A file before it is saved. */
function Preview({ chosen: { file, prepared, refusal }, onTurn, onRemove }: PreviewProps) {
  const { t } = useTranslation('attachments');
  const textOf = useRefusalText();
  const name = prepared?.name ?? file.name;
  const isPicture = prepared !== undefined && prepared.type !== 'application/pdf';
  const url = useObjectUrl(isPicture ? prepared.file : undefined);
  return (
    <div className="file">
      {prepared ? (
        <Thumbnail file={{ type: prepared.type, thumbnail: url ?? prepared.thumbnail }} />
      ) : (
        <span className="thumbnail">
          {!refusal && <Loader size="sm" aria-label={t('preparing', { name })} />}
        </span>
      )}
      <span dir="auto" className="file-name">
        {name}
      </span>
      {refusal && (
        <Text size="xs" c="var(--mantine-color-error)" component="span" role="alert">
          {textOf(refusal)}
        </Text>
      )}
      <Group gap={4} justify="center">
        {isPicture && (
          <ActionIcon aria-label={t('rotateNamed', { name })} title={t('rotate')} onClick={onTurn}>
            <IconRotateClockwise size={18} aria-hidden />
          </ActionIcon>
        )}
        <ActionIcon aria-label={t('removeNamed', { name })} title={t('remove')} onClick={onRemove}>
          <IconX size={18} aria-hidden />
        </ActionIcon>
      </Group>
    </div>
  );
}

/** Says how many files wait for the network, and shows those that the service has refused. */
export function FilesNotice() {
  const { t } = useTranslation('attachments');
  const isOnline = useIsOnline();
  useEffect(startSendingFiles, []);
  const entries = useWaitingFiles().filter(
    ({ done, question, isTried }) => !done && (question || isTried || !isOnline),
  );
  const refused = entries.filter(({ question }) => question !== undefined).length;
  if (entries.length === 0) return null;
  return (
    <WaitingAlert
      text={
        refused > 0 ? t('refusedCount', { count: refused }) : t('waitingCount', { count: entries.length })
      }
      isAsking={refused > 0}
      showLabel={t('showWaiting')}
      title={t('waitingTitle')}
      className="files"
    >
      {entries.map((entry) => (
        <li key={entry.id}>
          <Text size="sm" fw={600}>
            <Name>{entry.work.owner.name}</Name>
          </Text>
          <WaitingTile entry={entry} />
        </li>
      ))}
    </WaitingAlert>
  );
}
