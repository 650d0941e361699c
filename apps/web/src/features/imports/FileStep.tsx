import { type ImportKind, MAX_IMPORT_BYTES } from '@daybook/domain';
import { Button, FileButton, Group, NativeSelect, Text } from '@mantine/core';
import { IconClipboard, IconDownload, IconUpload } from '@tabler/icons-react';
import { type DragEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRecordTexts } from '../../data/record-description.ts';
import { download } from '../../lib/csv.ts';
import { LocalizedError } from '../../lib/errors.ts';
import { useFormat } from '../../lib/format.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { Accepted, Failure } from './failures.tsx';
import { pastedFile } from './importing.ts';
import { templateOf } from './template.ts';
import type { Importing } from './useImport.ts';
import { useKindTitle } from './words.ts';

const endings = '.csv,.tsv,.txt,.xlsx,.json';

interface Props {
  readonly importing: Importing;
  readonly kinds: readonly ImportKind[];
  readonly kind: ImportKind;
  readonly onKind: (kind: ImportKind) => void;
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
  const begin = (file: File | null | undefined) => {
    // The same one can be chosen again once it has been corrected.
    resetFile.current?.();
    if (!file || busy) return;
    if (file.size > MAX_IMPORT_BYTES)
      setFailure(new LocalizedError(t('tooLarge', { size: megabytes(file.size) })));
    else void open(file);
  };
  const paste = (text: string) => {
    const file = pastedFile(text, `${t('pasted')}.csv`);
    if (file) begin(file);
    else setFailure(new LocalizedError(t('nothingPasted')));
  };
  const pasteFromClipboard = () =>
    navigator.clipboard?.readText().then(paste, () => setFailure(new LocalizedError(t('pasteByKey')))) ??
    setFailure(new LocalizedError(t('pasteByKey')));
  const pasted = useEffectEvent((event: ClipboardEvent) => {
    if (event.target instanceof Element && event.target.closest('input, textarea')) return;
    event.preventDefault();
    const [file] = event.clipboardData?.files ?? [];
    if (file) begin(file);
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
          onChange={({ currentTarget }) => onKind(currentTarget.value as ImportKind)}
          data={kinds.map((value) => ({ value, label: titleOf(value) }))}
        />
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
      </Group>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button in it does the same by keyboard */}
      <div
        className="import-drop"
        data-over={isOver || undefined}
        onDragOver={over(true)}
        onDragLeave={over(false)}
        onDrop={(event) => {
          over(false)(event);
          begin(event.dataTransfer.files[0]);
        }}
      >
        <IconUpload size={28} aria-hidden />
        <p>{t('drop')}</p>
        <Group justify="center" gap="xs">
          <FileButton resetRef={resetFile} accept={endings} onChange={begin}>
            {({ onClick }) => (
              <Button component={BusyButton} loading={busy === 'reading'} onClick={onClick}>
                {t('choose')}
              </Button>
            )}
          </FileButton>
          <Button
            variant="default"
            leftSection={<IconClipboard size={16} aria-hidden />}
            onClick={() => void pasteFromClipboard()}
          >
            {t('paste')}
          </Button>
        </Group>
        <Text size="sm" c="dimmed">
          <Accepted />
        </Text>
      </div>
      <Failure error={failure} isFile />
    </>
  );
}
