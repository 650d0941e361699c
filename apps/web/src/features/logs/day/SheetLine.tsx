import { ActionIcon, Badge, Text, TextInput, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconChevronDown, IconPencil, IconPlus } from '@tabler/icons-react';
import { memo, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Times } from '../../../entities/logs/usual.ts';
import { breakOf, spanOf } from '../../../entities/logs/values.ts';
import { useFormat } from '../../../lib/format.ts';
import { markOf, useMeanwhile } from '../../../lib/live.ts';
import { inDigits, toClock } from '../../../lib/text.ts';
import { AmountInput } from '../../../ui/AmountInput.tsx';
import { ClockInput, MinutesInput } from '../../../ui/fields.tsx';
import { Code, Name } from '../../../ui/values.tsx';
import type { SheetRow, SheetValues, Status } from '../logic/sheet.ts';
import type { RowError } from './useSheet.ts';

interface StatusChoiceProps {
  readonly label: string;
  readonly value: Status;
  /** Nothing can be said as well. */
  readonly isOptional: boolean;
  readonly isLocked: boolean;
  readonly onChange: (status: Status) => void;
}

/** Present or absent: one place in the order of Tab, arrows choose. */
function StatusChoice({ label, value, isOptional, isLocked, onChange }: StatusChoiceProps) {
  const { t } = useTranslation('logs');
  const name = useId();
  const choices: readonly Status[] = isOptional ? ['', 'present', 'absent'] : ['present', 'absent'];
  return (
    <div role="radiogroup" aria-label={label} className="status-choice">
      {choices.map((status) => (
        <label key={status} className={status || 'none'}>
          <input
            type="radio"
            name={name}
            checked={value === status}
            onChange={() => !isLocked && onChange(status)}
          />
          {status ? (
            t(status)
          ) : (
            <>
              <span aria-hidden title={t('nothingRecorded')}>
                –
              </span>
              <VisuallyHidden>{t('nothingRecorded')}</VisuallyHidden>
            </>
          )}
        </label>
      ))}
    </div>
  );
}

interface SheetLineProps {
  readonly row: SheetRow;
  readonly usual: Times | undefined;
  readonly error: RowError | undefined;
  /** While all is being saved. */
  readonly isLocked: boolean;
  /** Nothing but notes can be changed. */
  readonly isClosed: boolean;
  readonly onEdit: (row: SheetRow, changes: Partial<SheetValues>, usual?: Times) => void;
  readonly onAdd: (worker: string) => void;
  /** Who has just changed it. */
  readonly note: string | undefined;
  /** What was saved of it waits for the network. */
  readonly isWaiting: boolean;
}

export const SheetLine = memo(function SheetLine(props: SheetLineProps) {
  const { row, usual, error, isLocked, isClosed, isWaiting, note, onEdit, onAdd } = props;
  const { t } = useTranslation('logs');
  const { number } = useFormat();
  const { values, log, edit, worker, workerName, shift, isLast, isDeleted, isChanged } = row;
  const deletion = useMeanwhile(isDeleted ? row.id : undefined, edit?.base?.version);
  const { t: common } = useTranslation();
  // In a narrow window the fields unfold; what cannot be saved shows where.
  const [isOpened, setOpened] = useState(false);
  const isOpen = isOpened || error !== undefined;
  const isNumbered = shift > 1 || !isLast;
  const name = isNumbered ? `${workerName} (${t('shiftNumber', { number: number(shift) })})` : workerName;
  const isAbsent = values.status === 'absent';
  const isFixed = (key: keyof SheetValues) => isClosed && !(log && key === 'extraNotes');
  const field = (key: Exclude<keyof SheetValues, 'status'>) => ({
    'aria-label': `${t(`fields.${key}`)}: ${name}`,
    size: 'xs',
    readOnly: isLocked || isFixed(key),
    className: isFixed(key) ? 'fixed' : undefined,
    value: isAbsent && key !== 'payment' && key !== 'extraNotes' ? '' : values[key],
    error: error?.[key],
  });
  const set = (key: keyof SheetValues) => (value: string) => onEdit(row, { [key]: value });
  return (
    <tr {...markOf(note, isChanged && 'changed')} data-worker={worker} data-open={isOpen || undefined}>
      <th scope="row">
        <Name>{workerName}</Name>
        {isChanged && (
          <span className="sheet-mark" title={t('changed')}>
            <IconPencil size={14} aria-hidden />
            <VisuallyHidden>{t('changed')}</VisuallyHidden>
          </span>
        )}
        {isNumbered && (
          <Text span size="xs" c="dimmed">
            {t('shiftNumber', { number: number(shift) })}
          </Text>
        )}
        {isWaiting && (
          <Badge size="xs" variant="outline" color="orange" tt="none">
            {t('waiting.mark')}
          </Badge>
        )}
        {isLast && log && !isClosed && (
          <ActionIcon
            size="xs"
            variant="subtle"
            className="no-print"
            aria-label={`${t('addShift')}: ${workerName}`}
            title={t('addShift')}
            onClick={() => onAdd(worker)}
          >
            <IconPlus size={14} aria-hidden />
          </ActionIcon>
        )}
        {isDeleted && (
          <Text size="xs" c="red" role="status">
            {deletion?.text ?? common('live.unnamed.deleted')}
          </Text>
        )}
        {error?.[''] && (
          <Text size="xs" c="red" role="alert">
            {error['']}
          </Text>
        )}
        <span className="sheet-brief">
          {values.status === 'present' && (
            <Code>{inDigits(`${values.startingTime}–${values.finishingTime}`, number)}</Code>
          )}
        </span>
        <UnstyledButton
          className="sheet-opener"
          aria-expanded={isOpen}
          aria-label={`${t('allFields')}: ${name}`}
          onClick={() => setOpened(!isOpen)}
        >
          <IconChevronDown size={16} aria-hidden />
        </UnstyledButton>
      </th>
      <td data-label={t('attendance')} data-column="status">
        <StatusChoice
          label={`${t('attendance')}: ${name}`}
          value={values.status}
          isOptional={!log}
          isLocked={isLocked || isClosed}
          onChange={(status) => onEdit(row, { status }, usual)}
        />
      </td>
      <td data-label={t('fields.startingTime')} data-column="start">
        <ClockInput
          {...field('startingTime')}
          w={82}
          disabled={isAbsent}
          placeholder=""
          onChange={set('startingTime')}
        />
      </td>
      <td data-label={t('fields.finishingTime')} data-column="finish">
        <ClockInput
          {...field('finishingTime')}
          w={82}
          disabled={isAbsent}
          placeholder=""
          onChange={set('finishingTime')}
        />
      </td>
      <td data-label={t('fields.breakMinutes')} data-column="break">
        <MinutesInput
          {...field('breakMinutes')}
          w={64}
          disabled={isAbsent}
          placeholder=""
          onChange={set('breakMinutes')}
        />
      </td>
      <td data-label={t('hours')} className="sheet-hours">
        <Hours values={values} />
      </td>
      <td data-label={t('fields.payment')} data-column="payment">
        <AmountInput {...field('payment')} w={110} placeholder="" onChange={set('payment')} />
      </td>
      <td data-label={t('fields.extraNotes')} data-column="notes">
        <TextInput
          {...field('extraNotes')}
          autoComplete="off"
          onChange={({ currentTarget }) => set('extraNotes')(currentTarget.value)}
        />
      </td>
      <td className="print-only signature" />
    </tr>
  );
}, isSame);

/** What a mistyped time looks like: more hours than anybody works. */
const manyMinutes = 14 * 60;

/** How long was worked, as it is typed. */
function Hours({ values }: { readonly values: SheetValues }) {
  const { t } = useTranslation('logs');
  const { duration } = useFormat();
  const { status, startingTime, finishingTime } = values;
  const [start, finish] = [toClock(startingTime), toClock(finishingTime)];
  const isWhole = [start, finish].every((time) => /^[0-9]{2}:[0-9]{2}$/.test(time));
  if (status !== 'present' || !isWhole) return null;
  const { minutes, crossesMidnight } = spanOf(start, finish);
  const worked = minutes - breakOf(values.breakMinutes);
  return (
    <>
      {worked >= 0 && <Code>{duration(worked)}</Code>}
      {crossesMidnight && (
        <Text span size="xs" title={t('nextDay')}>
          {t('plusOneDay')}
        </Text>
      )}
      {minutes > manyMinutes && (
        <Text span size="xs" className="sheet-warning" role="status">
          <IconAlertTriangle size={14} aria-hidden />
          {t('manyHours')}
        </Text>
      )}
    </>
  );
}

/** Rows are built anew at every key; only what was typed into, or recorded, is drawn again. */
function isSame(one: SheetLineProps, other: SheetLineProps) {
  const { row, ...rest } = one;
  const { row: otherRow, ...otherRest } = other;
  const fields = ['key', 'log', 'edit', 'isLast', 'workerName', 'isDeleted', 'isChanged'] as const;
  return (
    fields.every((name) => row[name] === otherRow[name]) &&
    Object.entries(rest).every(([name, value]) => value === otherRest[name as keyof typeof otherRest])
  );
}
