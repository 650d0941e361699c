import type { ImportKind } from '@daybook/domain';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconDots, IconDownload, IconPrinter } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureNotice } from '../lib/errors.ts';
import { useFormat } from '../lib/format.ts';
import { useIsNarrow } from '../lib/narrow.ts';
import { usePrintKey } from '../lib/printing.ts';
import { BusyButton } from './BusyButton.tsx';

/** One choice of a menu, and the file that it makes. */
export interface FileChoice {
  readonly title: string;
  readonly ending: 'csv' | 'xlsx';
  /** @param tell is told how many bytes there are so far */
  make(signal: AbortSignal, tell: (bytes: number) => void): Promise<Blob>;
}

export function download(name: string, content: Blob) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

interface Props {
  /** Of the file, without its ending. */
  readonly name: string;
  readonly files: readonly FileChoice[];
  /** Draws every row of the whole filter, not only those in view, for paper. */
  readonly rows: () => Promise<unknown>;
  /** Of what a file can be imported; undefined: of nothing here, or not by this person. */
  readonly imports?: ImportKind | undefined;
}

/** The filtered list as a file or on paper; in a narrow window behind one button. */
export function ExportMenu({ name, files, rows, imports }: Props) {
  const { t } = useTranslation();
  const isNarrow = useIsNarrow();
  const [busy, setBusy] = useState(false);
  const make = useFile(name);
  const save = async (choice: FileChoice) => {
    setBusy(true);
    await make(choice);
    setBusy(false);
  };
  const print = usePrint(rows);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          {isNarrow ? (
            <ActionIcon
              component={BusyButton}
              data-command="export"
              loading={busy}
              aria-label={t('exportOrPrint')}
            >
              <IconDots size={20} aria-hidden />
            </ActionIcon>
          ) : (
            <Button
              component={BusyButton}
              data-command="export"
              variant="default"
              loading={busy}
              leftSection={<IconDownload size={16} aria-hidden />}
            >
              {t('export')}
            </Button>
          )}
        </Menu.Target>
        <Menu.Dropdown>
          {files.map((choice) => (
            <Menu.Item key={choice.title} onClick={() => save(choice)}>
              {choice.title}
            </Menu.Item>
          ))}
          {isNarrow && <Menu.Item onClick={print}>{t('print')}</Menu.Item>}
          {imports && (
            <>
              <Menu.Divider />
              <Menu.Item component={Link} to="/import" search={{ kind: imports } as never}>
                {t('import')}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {!isNarrow && (
        <Button
          data-command="print"
          variant="default"
          leftSection={<IconPrinter size={16} aria-hidden />}
          onClick={print}
        >
          {t('print')}
        </Button>
      )}
    </>
  );
}

/** How long a file may take before a person is told how far it is. */
const patienceMs = 700;

/** Makes a file and saves it; one that takes a while says so, and can be cancelled. */
export function useFile(name: string) {
  const { t } = useTranslation();
  const { megabytes } = useFormat();
  const fail = useFailureNotice();
  return async ({ ending, make }: FileChoice) => {
    const controller = new AbortController();
    const begun = performance.now();
    let notice: string | undefined;
    const tell = (bytes: number) => {
      if (performance.now() - begun < patienceMs) return;
      const shown = {
        loading: true,
        autoClose: false as const,
        onClose: () => controller.abort(),
        closeButtonProps: { 'aria-label': t('cancel') },
        message: t('exporting', { size: megabytes(bytes) }),
      };
      if (notice === undefined) notice = notifications.show(shown);
      else notifications.update({ id: notice, ...shown });
    };
    const hide = () => {
      if (notice !== undefined) notifications.hide(notice);
    };
    try {
      const file = await make(controller.signal, tell);
      hide();
      download(`${name}.${ending}`, file);
      notifications.show({ message: t('exported') });
    } catch (error) {
      const isCancelled = controller.signal.aborted;
      // It is closed like that which a person closes.
      hide();
      if (!isCancelled) fail(error);
    }
  };
}

/** Every row to paper, by the button and by the key. */
function usePrint(rows: () => Promise<unknown>) {
  const fail = useFailureNotice();
  const print = useCallback(async () => {
    try {
      await rows();
      // The page hears of its last rows in a task of its own, and draws them at the latest when it goes to paper.
      await new Promise((resolve) => setTimeout(resolve));
      window.print();
    } catch (error) {
      fail(error);
    }
  }, [rows, fail]);
  const begin = useCallback(() => void print(), [print]);
  usePrintKey(begin);
  return begin;
}
