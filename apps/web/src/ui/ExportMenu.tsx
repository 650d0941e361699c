import { ActionIcon, Button, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconDots, IconDownload, IconPrinter } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { byteOrderMark, type CsvColumn, download, forSpreadsheet, toCsv } from '../lib/csv.ts';
import { useFailureNotice } from '../lib/failure-notice.ts';
import { useIsNarrow } from '../lib/narrow.ts';
import { usePrintKey } from '../lib/printing.ts';

interface Props<T> {
  /** Of the file, without its ending. */
  readonly name: string;
  readonly columns: readonly CsvColumn<T>[];
  /** What people call a column; the file for programs has its own name. */
  readonly titleOf?: (column: string) => string;
  /** Every row of the whole filter, not only those in view. */
  readonly rows: () => Promise<readonly T[]>;
}

/** The filtered list as a file or on paper; in a narrow window behind one button. */
export function ExportMenu<T>({ name, columns, titleOf = String, rows }: Props<T>) {
  const { t } = useTranslation();
  const isNarrow = useIsNarrow();
  const fail = useFailureNotice();
  const [busy, setBusy] = useState(false);
  const save = async (write: (all: readonly T[]) => string) => {
    setBusy(true);
    try {
      download(`${name}.csv`, write(await rows()));
      notifications.show({ message: t('exported') });
    } catch (error) {
      fail(error);
    } finally {
      setBusy(false);
    }
  };
  const print = usePrint(rows);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          {isNarrow ? (
            <ActionIcon data-command="export" loading={busy} aria-label={t('exportOrPrint')}>
              <IconDots size={20} aria-hidden />
            </ActionIcon>
          ) : (
            <Button
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
          <Menu.Item onClick={() => save((all) => toCsv(columns, all))}>{t('exportCsv')}</Menu.Item>
          <Menu.Item
            onClick={() => save((all) => byteOrderMark + toCsv(forSpreadsheet(columns, titleOf), all))}
          >
            {t('exportExcel')}
          </Menu.Item>
          {isNarrow && <Menu.Item onClick={print}>{t('print')}</Menu.Item>}
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
