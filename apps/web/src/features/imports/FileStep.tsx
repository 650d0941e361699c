import { type ImportSummary, MAX_IMPORT_BYTES } from '@daybook/domain';
import { Button, FileButton, Group, NativeSelect, Text } from '@mantine/core';
import { IconClipboard, IconDownload, IconUpload } from '@tabler/icons-react';
import { type DragEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRecordTexts } from '../../data/record-description.ts';
import { LocalizedError } from '../../lib/errors.ts';
import { useFormat } from '../../lib/format.ts';
import { zipped } from '../../lib/zip.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { download } from '../../ui/ExportMenu.tsx';
import { Accepted, Failure } from './failures.tsx';
import { droppedFiles, pastedFile, templateOf } from './importing.ts';
import type { Importing } from './useImport.ts';
import { useKindTitle } from './words.ts';

const endings = '.csv,.tsv,.txt,.xlsx,.json';
const endingsOfDumps = '.bson,.json,.gz,.zip';

interface Props {
  readonly importing: Pick<Importing, 'busy' | 'failure' | 'setFailure' | 'open'>;
  readonly kinds: readonly ImportSummary['kind'][];
  readonly kind: ImportSummary['kind'];
  readonly onKind: (kind: ImportSummary['kind']) => void;
}

/** What is imported, and from which file: chosen, dropped or pasted. */
export function FileStep({ importing, kinds, kind, onKind }: Props) {
  const { t } = useTranslation('imports');
  const { fieldOf } = useRecordTexts();
  const titleOf = useKindTitle();
  const { megabytes } = useFormat();
  const [isOver, setOver] = useState(false);
  const { busy, failure, setFailure, open } = importing;
  const resetFile = useRef<() => void>(null);
  const isDump = kind === 'manager-2';
  const begin = async (files: readonly File[]) => {
    // The same one can be chosen again once it has been corrected.
    resetFile.current?.();
    const [only, ...others] = files;
    if (!only || busy) return;
    const file = isDump && others.length > 0 ? await zipped(files, 'Manager-2.0.zip') : only;
    if (file.size > MAX_IMPORT_BYTES)
      setFailure(new LocalizedError(t('tooLarge', { size: megabytes(file.size) })));
    else void open(file);
  };
  const paste = (text: string) => {
    const file = pastedFile(text, `${t('pasted')}.csv`);
    if (file) void begin([file]);
    else setFailure(new LocalizedError(t('nothingPasted')));
  };
  const pasteFromClipboard = () =>
    navigator.clipboard?.readText().then(paste, () => setFailure(new LocalizedError(t('pasteByKey')))) ??
    setFailure(new LocalizedError(t('pasteByKey')));
  const pasted = useEffectEvent((event: ClipboardEvent) => {
    if (event.target instanceof Element && event.target.closest('input, textarea')) return;
    event.preventDefault();
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length > 0 || isDump) void begin(files);
    else paste(event.clipboardData?.getData('text/plain') ?? '');
  });
  useEffect(() => {
    const listen = (event: ClipboardEvent) => pasted(event);
    document.addEventListener('paste', listen);
    return () => document.removeEventListener('paste', listen);
  }, []);
  const over = (isIn: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(isIn);
  };
  return (
    <>
      <Text mb="sm">{t('text')}</Text>
      <Group align="flex-end" mb="md">
        <NativeSelect
          label={t('kind')}
          value={kind}
          onChange={({ currentTarget }) => onKind(currentTarget.value as typeof kind)}
          data={kinds.map((value) => ({ value, label: titleOf(value) }))}
        />
        {!isDump && (
          <Button
            variant="subtle"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() =>
              download(
                `${titleOf(kind)}.csv`,
                new Blob([templateOf(kind, (field) => fieldOf(kind, field))], { type: 'text/csv' }),
              )
            }
          >
            {t('template')}
          </Button>
        )}
      </Group>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button in it does the same by keyboard */}
      <div
        className="import-drop"
        data-over={isOver || undefined}
        onDragOver={over(true)}
        onDragLeave={over(false)}
        onDrop={(event) => {
          over(false)(event);
          void droppedFiles(event.dataTransfer).then(begin, setFailure);
        }}
      >
        <IconUpload size={28} aria-hidden />
        <p>{t(isDump ? 'dump.drop' : 'drop')}</p>
        <Group justify="center" gap="xs">
          <FileButton
            multiple={isDump}
            resetRef={resetFile}
            accept={isDump ? endingsOfDumps : endings}
            onChange={(chosen: File | File[] | null) => void begin([chosen ?? []].flat())}
          >
            {({ onClick }) => (
              <Button component={BusyButton} loading={busy === 'reading'} onClick={onClick}>
                {t(isDump ? 'dump.choose' : 'choose')}
              </Button>
            )}
          </FileButton>
          {!isDump && (
            <Button
              variant="default"
              leftSection={<IconClipboard size={16} aria-hidden />}
              onClick={() => void pasteFromClipboard()}
            >
              {t('paste')}
            </Button>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {isDump ? t('dump.accepted') : <Accepted />}
        </Text>
      </div>
      <Failure error={failure} isFile={!isDump} />
    </>
  );
}
