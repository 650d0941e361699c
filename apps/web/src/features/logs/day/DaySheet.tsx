import { ActionIcon, Alert, Button, Group, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAlertTriangle, IconClock, IconDeviceFloppy } from '@tabler/icons-react';
import { type KeyboardEvent, useCallback, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { ClosedNotice, useClosings } from '../../../data/closed.tsx';
import { useWaitingIds } from '../../../entities/logs/outbox.ts';
import type { Person, Times } from '../../../entities/logs/usual.ts';
import type { Log } from '../../../entities/logs/values.ts';
import { useSteadyColumns } from '../../../lib/column-widths.ts';
import type { DayText } from '../../../lib/dates.ts';
import { stepInColumn } from '../../../lib/focus.ts';
import { useFormat } from '../../../lib/format.ts';
import { useAnnouncedNotes, useChangeNotes } from '../../../lib/live.ts';
import { useIsNarrow } from '../../../lib/narrow.ts';
import { toClock, toMinutes } from '../../../lib/text.ts';
import { useUnsaved } from '../../../lib/unsaved.ts';
import { BusyButton } from '../../../ui/BusyButton.tsx';
import { ClockInput, MinutesInput } from '../../../ui/fields.tsx';
import { NoWorkers } from '../LogsHeader.tsx';
import { buildSheet, isEmpty, type SheetRow } from '../logic/sheet.ts';
import { SheetLine } from './SheetLine.tsx';
import { useSheet } from './useSheet.ts';
import '../../../ui/table.css';
import './day.css';

interface FillerProps {
  /** How many there are of whom nothing is said. */
  readonly count: number;
  /** What is not typed stays each one's usual time or break. */
  readonly onFill: (times: Partial<Times>) => void;
}

/** The same times for all who are empty; a time that is not typed is the one each of them had last. */
function Filler({ count, onFill }: FillerProps) {
  const { t } = useTranslation('logs');
  const [startingTime, setStart] = useState('');
  const [finishingTime, setFinish] = useState('');
  const [breakMinutes, setBreak] = useState('');
  const times = {
    ...(startingTime && { startingTime: toClock(startingTime) }),
    ...(finishingTime && { finishingTime: toClock(finishingTime) }),
    ...(breakMinutes && { breakMinutes: toMinutes(breakMinutes) }),
  };
  const field = { w: 90, size: 'xs' } as const;
  const isNarrow = useIsNarrow();
  const [isOpen, { toggle }] = useDisclosure();
  const fill = (
    // It keeps the focus: a field that got it would open a phone's keyboard.
    <Button
      component={BusyButton}
      variant="default"
      size="xs"
      {...(isNarrow && { flex: 1 })}
      disabled={count === 0}
      onClick={() => onFill(times)}
    >
      {t('fill', { count })}
    </Button>
  );
  const fields = (
    <>
      <ClockInput
        label={t('fields.startingTime')}
        placeholder={t('usual')}
        value={startingTime}
        onChange={setStart}
        {...field}
      />
      <ClockInput
        label={t('fields.finishingTime')}
        placeholder={t('usual')}
        value={finishingTime}
        onChange={setFinish}
        {...field}
      />
      <MinutesInput
        label={t('fields.breakMinutes')}
        placeholder={t('usual')}
        value={breakMinutes}
        onChange={setBreak}
        {...field}
      />
    </>
  );
  return (
    <Group
      gap="xs"
      align="flex-end"
      className="no-print"
      role="group"
      aria-label={t('fillLabel')}
      {...(isNarrow && { w: '100%' })}
    >
      {isNarrow ? (
        <>
          {fill}
          <ActionIcon variant="default" aria-expanded={isOpen} aria-label={t('fillLabel')} onClick={toggle}>
            <IconClock size={16} aria-hidden />
          </ActionIcon>
          {isOpen && fields}
        </>
      ) : (
        <>
          {fields}
          {fill}
        </>
      )}
    </Group>
  );
}

interface DaySheetProps {
  readonly day: DayText;
  readonly title: string;
  readonly workers: readonly Person[];
  readonly logs: readonly Log[];
  readonly usual: ReadonlyMap<string, Times>;
}

/** What has been recorded since the sheet was opened, whatever has been deleted of it. */
function useKnown(logs: readonly Log[]) {
  const [known] = useState(() => new Map<string, Log>());
  for (const log of logs) known.set(log._id, log);
  return [...known.values()];
}

const columns = [
  'attendance',
  'startingTime',
  'finishingTime',
  'breakMinutes',
  'hours',
  'payment',
  'extraNotes',
] as const;

/** A day of everybody, typed from top to bottom and saved at once. */
export function DaySheet({ day, title, workers, logs, usual }: DaySheetProps) {
  const { t } = useTranslation('logs');
  const { t: common } = useTranslation();
  const { today } = useFormat();
  const body = useRef<HTMLTableSectionElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const waiting = useWaitingIds();
  const noteOf = useChangeNotes();
  const known = useKnown(logs);
  useAnnouncedNotes(known.map(({ _id: record, workerName: name }) => ({ record, name })));
  const isGone = ({ _id }: Log) => !logs.some((log) => log._id === _id);
  const deletionOf = (row: SheetRow) =>
    row.log
      ? undefined
      : known.find((log) => log.worker === row.worker && isGone(log) && noteOf(log._id))?._id;
  const closedThrough = useClosings()?.current.logs ?? null;
  const isClosed = closedThrough !== null && day <= closedThrough;
  const sheet = useSheet(day);
  const { edits, errors, isSaving, addShift: add } = sheet;
  const rows = useMemo(() => buildSheet(workers, logs, edits), [workers, logs, edits]);
  useSteadyColumns(table, title, rows.length > 0);
  const changed = rows.filter(({ isChanged }) => isChanged);
  const empty = rows.filter(isEmpty);
  useUnsaved(
    () => changed.length > 0 && !isSaving,
    (current, next) => current.pathname === next.pathname && dayOf(current.search) === dayOf(next.search),
  );

  const save = () => void sheet.save(changed);
  const addShift = useCallback(
    (worker: string) => {
      flushSync(() => add(worker));
      // The button goes away: the focus to the new row.
      const rowsOf = body.current?.querySelectorAll<HTMLElement>(`tr[data-worker="${worker}"]`);
      [...(rowsOf ?? [])].at(-1)?.querySelector<HTMLElement>('[data-column=status] input')?.focus();
    },
    [add],
  );
  const pressed = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter') return;
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      save();
    } else if (stepInColumn(body.current, event.target, event.shiftKey ? -1 : 1)) event.preventDefault();
  };

  const count = (status: string) => rows.filter(({ values }) => values.status === status).length;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Ctrl+Enter saves from every field inside
    <div onKeyDown={pressed}>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {title}
        </Title>
        {!isClosed && (
          <Filler
            count={empty.length}
            onFill={(times) => sheet.fill(empty, (worker) => ({ ...usual.get(worker), ...times }))}
          />
        )}
      </Group>
      {isClosed && <ClosedNotice kind="logs" through={closedThrough} hasNotes={logs.length > 0} />}
      {day > today() && (
        <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} mb="sm" role="status">
          {t('futureDay')}
        </Alert>
      )}
      {rows.length === 0 ? (
        <NoWorkers />
      ) : (
        <table ref={table} className="table stacks day-sheet" aria-label={title}>
          <thead>
            <tr>
              <th>{t('fields.worker')}</th>
              {columns.map((name) => (
                <th key={name}>
                  {name === 'attendance' || name === 'hours' ? t(name) : t(`fields.${name}`)}
                </th>
              ))}
              <th className="print-only signature">{common('signature')}</th>
            </tr>
          </thead>
          <tbody ref={body}>
            {rows.map((row) => (
              <SheetLine
                key={row.key}
                row={row}
                usual={usual.get(row.worker)}
                error={errors.get(row.id)}
                isLocked={isSaving}
                isClosed={isClosed}
                isWaiting={waiting.has(row.id)}
                note={noteOf(row.log?._id ?? deletionOf(row))}
                onEdit={sheet.edit}
                onAdd={addShift}
              />
            ))}
          </tbody>
        </table>
      )}
      {errors.size > 0 && (
        <Alert color="red" role="alert" mt="sm">
          {t('rowsNotSaved', { count: errors.size })}
        </Alert>
      )}
      <Group className="sheet-bar no-print" justify="space-between">
        <Text size="sm" aria-live="polite">
          {t('tally', { present: count('present'), absent: count('absent'), missing: empty.length })}
        </Text>
        <Group gap="xs">
          {changed.length > 0 && (
            <Button variant="subtle" onClick={sheet.discard} disabled={isSaving}>
              {t('discard')}
            </Button>
          )}
          <Button
            component={BusyButton}
            leftSection={<IconDeviceFloppy size={16} aria-hidden />}
            loading={isSaving}
            disabled={changed.length === 0}
            title={t('saveKeys')}
            onClick={save}
          >
            {t('saveChanges', { count: changed.length })}
          </Button>
        </Group>
      </Group>
    </div>
  );
}

const dayOf = (search: object) => (search as { day?: string }).day;
