import {
  Alert,
  Button,
  Group,
  Popover,
  SegmentedControl,
  Stack,
  Switch,
  Text,
  Textarea,
} from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type FormEvent, type RefObject, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ClosedNotice, useClosings } from '../../../data/closed.tsx';
import { useDraft } from '../../../data/drafts.ts';
import { LogDraft } from '../../../entities/logs/draft.ts';
import { useLogTexts } from '../../../entities/logs/LogValue.tsx';
import { ordinaryTimes, type Times } from '../../../entities/logs/usual.ts';
import { baseOf, breakText, type Log, type LogValues, valuesOf } from '../../../entities/logs/values.ts';
import type { DayText } from '../../../lib/dates.ts';
import { useFormat } from '../../../lib/format.ts';
import { issuesIn, useFieldErrors } from '../../../lib/issues.ts';
import { useMeanwhile } from '../../../lib/live.ts';
import { changesOf, conflicts } from '../../../lib/record-changes.ts';
import { useUnsaved } from '../../../lib/unsaved.ts';
import { AmountInput } from '../../../ui/AmountInput.tsx';
import { useDiscarding } from '../../../ui/confirm.tsx';
import { ClockInput, MinutesInput } from '../../../ui/fields.tsx';
import { Meanwhile } from '../../../ui/RecordDrawer.tsx';
import { Name } from '../../../ui/values.tsx';
import type { Cell } from '../logic/grid.ts';

interface Props {
  readonly name: string;
  /** The date, written out. */
  readonly day: string;
  readonly cell: Cell;
  /** What a new log begins with. */
  readonly usual: Times | undefined;
  /** @param log as it was when the editing began; undefined: a new one, or one more shift on purpose */
  readonly onSave: (values: LogValues, log: Log | undefined, isShift: boolean) => void;
  readonly onRemove: (log: Log) => void;
  readonly onClose: () => void;
}

const another = 'another';

// Room for the header above and a notice below.
const clear = { padding: { top: 60, bottom: 80, left: 8, right: 8 } };

/** The shifts of one worker's day, at the cell itself. */
export function CellEditor({ name, day, cell, usual, onSave, onRemove, onClose }: Props) {
  const { t } = useTranslation('logs');
  const { t: common } = useTranslation();
  const { list, number } = useFormat();
  const [chosen, setChosen] = useState(cell.logs[0]?._id ?? another);
  // Of a day without anything, until another shift is chosen.
  const [isFirst, setFirst] = useState(cell.logs.length === 0);
  const log = cell.logs.find(({ _id }) => _id === chosen);
  const isDeleted = chosen !== another && !log;
  const values = log
    ? valuesOf(log)
    : { ...(usual ?? ordinaryTimes), payment: '', isAbsent: false, extraNotes: '' };
  const typed = useRef<() => boolean>(() => false);
  useUnsaved(() => typed.current());
  const discard = useDiscarding();
  const closedThrough = useClosings()?.current.logs;
  const [isAsking, setAsking] = useState(false);
  const leave = async (go: () => void) => {
    if (isAsking) return;
    if (!typed.current()) return go();
    setAsking(true);
    const isOver = await discard();
    setAsking(false);
    if (isOver) go();
  };
  return (
    <Popover
      opened
      onDismiss={() => void leave(onClose)}
      trapFocus
      withArrow
      shadow="md"
      position="bottom"
      withRoles={false}
      middlewares={{ flip: clear, shift: clear }}
    >
      <Popover.Target>
        <span className="anchor" />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={list(name, day)}>
        <Stack gap="xs" w={250}>
          <div>
            <Text size="sm" fw={600}>
              <Name>{name}</Name>
            </Text>
            <Text size="xs" c="dimmed">
              {day}
            </Text>
          </div>
          {cell.logs.length > 0 && (
            <SegmentedControl
              size="xs"
              aria-label={t('shift')}
              value={chosen}
              onChange={(shift) =>
                void leave(() => {
                  setChosen(shift);
                  setFirst(false);
                })
              }
              data={[
                ...cell.logs.map(({ _id }, index) => ({
                  value: _id,
                  label: t('shiftNumber', { number: number(index + 1) }),
                })),
                ...(cell.isClosed ? [] : [{ value: another, label: t('anotherShift') }]),
              ]}
            />
          )}
          {cell.isClosed && closedThrough && (
            <ClosedNotice kind="logs" through={closedThrough} hasNotes={log !== undefined} />
          )}
          {isFirst && cell.logs.length > 0 && (
            <Alert color="orange" role="status" py="xs">
              {common('bulk.recordedMeanwhile')}
            </Alert>
          )}
          {(log || !cell.isClosed) && (
            <ShiftForm
              key={chosen}
              name={name}
              initial={values}
              log={log}
              isDeleted={isDeleted}
              date={cell.day}
              isClosed={cell.isClosed}
              typed={typed}
              onSave={(typed, base) => onSave(typed, base, !isFirst && cell.logs.length > 0)}
              onRemove={log && !cell.isClosed && (() => onRemove(log))}
            />
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

interface ShiftProps {
  readonly name: string;
  readonly initial: LogValues;
  /** As it is now. */
  readonly log: Log | undefined;
  readonly isDeleted: boolean;
  readonly date: DayText;
  readonly isClosed: boolean;
  /** Is given a question: whether anything was typed. */
  readonly typed: RefObject<() => boolean>;
  readonly onSave: (values: LogValues, base: Log | undefined) => void;
  readonly onRemove: (() => void) | false | undefined;
}

function ShiftForm({ name, initial, log, isDeleted, date, isClosed, typed, onSave, onRemove }: ShiftProps) {
  const { t } = useTranslation('logs');
  const { t: common } = useTranslation();
  const fieldErrors = useFieldErrors();
  const { displayValue } = useLogTexts();
  const [base, setBase] = useState(log);
  const meanwhile = useMeanwhile(base?._id, base?.version);
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [began] = useState(initial);
  const begun = base ? valuesOf(base) : began;
  typed.current = () => Object.keys(changesOf(begun, values)).length > 0;
  useDraft([name, date, log?._id], {
    read: () => (typed.current() ? values : undefined),
    restore: (draft) => setValues((old) => ({ ...old, ...draft })),
  });
  /** Shows what somebody else has made of it beside what was typed. Do both differ in the same fields? */
  const compare = () => {
    if (!base || !log || base.version === log.version) return false;
    const mine = changesOf(begun, values);
    const names = new Set(Object.keys(mine) as (keyof LogValues)[]);
    const fields = conflicts(baseOf(base), baseOf(log), values, names);
    const now = (field: keyof LogValues) => displayValue(valuesOf(log), field);
    setBase(log);
    setValues({ ...valuesOf(log), ...mine });
    setErrors(
      Object.fromEntries(fields.map((field) => [field, common('changedMeanwhile', { value: now(field) })])),
    );
    return fields.length > 0;
  };
  const set = (changes: Partial<LogValues>) => setValues((old) => ({ ...old, ...changes }));
  const field = (name: 'startingTime' | 'finishingTime' | 'breakMinutes' | 'payment') => ({
    value: values[name],
    onChange: (value: string) => set({ [name]: value }),
    error: errors[name],
    ...(isClosed && { readOnly: true, className: 'fixed' }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (compare()) return;
    const judged = LogDraft.safeParse({ date, worker: log?.worker ?? 'new', ...values });
    if (judged.success) {
      const { startingTime, finishingTime, breakMinutes, payment } = judged.data;
      // In the service's own form, since it is shown before the service answers.
      const times = values.isAbsent
        ? {}
        : {
            startingTime: startingTime ?? '',
            finishingTime: finishingTime ?? '',
            breakMinutes: breakText(breakMinutes),
          };
      return onSave({ ...values, ...times, payment }, isDeleted ? undefined : base);
    }
    setErrors(fieldErrors(issuesIn(judged.error)));
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="xs">
        {(meanwhile || isDeleted) && (
          <Meanwhile
            text={meanwhile?.text ?? common('live.unnamed.deleted')}
            {...(!isDeleted && { show: compare })}
          />
        )}
        <Switch
          label={t('absentOnDay')}
          disabled={isClosed}
          checked={values.isAbsent}
          error={errors.isAbsent}
          onChange={({ currentTarget }) => set({ isAbsent: currentTarget.checked })}
        />
        <Group grow gap="xs" align="flex-start">
          <ClockInput
            label={t('fields.startingTime')}
            data-autofocus={!isClosed || undefined}
            disabled={values.isAbsent}
            {...field('startingTime')}
          />
          <ClockInput
            label={t('fields.finishingTime')}
            disabled={values.isAbsent}
            {...field('finishingTime')}
          />
        </Group>
        <Group grow gap="xs" align="flex-start">
          <MinutesInput
            label={t('fields.breakMinutes')}
            disabled={values.isAbsent}
            {...field('breakMinutes')}
          />
          <AmountInput label={t('fields.payment')} placeholder="0" {...field('payment')} />
        </Group>
        <Textarea
          label={t('fields.extraNotes')}
          autosize
          data-autofocus={isClosed || undefined}
          maxRows={4}
          value={values.extraNotes}
          error={errors.extraNotes}
          onChange={({ currentTarget }) => set({ extraNotes: currentTarget.value })}
        />
        <Group justify="space-between" gap="xs">
          {onRemove ? (
            <Button
              variant="subtle"
              color="red"
              size="compact-sm"
              leftSection={<IconTrash size={14} aria-hidden />}
              onClick={onRemove}
            >
              {common('delete')}
            </Button>
          ) : (
            <span />
          )}
          <Button type="submit" size="compact-md">
            {isDeleted ? t('recordAgain') : common('save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
