import type { Conditional, Outputs } from '@daybook/client';
import type { ClosingKind, Resource } from '@daybook/domain';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../lib/format.ts';
import type { BaseVersion } from '../lib/record-changes.ts';
import { RecordDrawer } from '../ui/RecordDrawer.tsx';
import { ClosedNotice, staysOpen, useClosed } from './closed.tsx';
import type { Field, InputProps } from './fields.tsx';
import { useRecordForm } from './form.ts';
import { HistoryPanel } from './history/history.tsx';
import { type RecordOf, recordClients, recordSaving } from './record-client.ts';
import {
  contentOf,
  entriesOf,
  type FieldsOf,
  type RecordDescription,
  useRecordTexts,
  type ValuesOf,
} from './record-description.ts';

interface Options<R extends Resource, F> {
  /** Undefined: a new one. */
  readonly row: RecordOf<R> | undefined;
  /** What a new one begins with. */
  readonly initial?: Partial<ValuesOf<F>>;
  /** What makes a new one, where more is done with it. */
  readonly create?: ((values: ValuesOf<F>, once: Conditional) => Promise<Outputs[R]['create']>) | undefined;
  readonly onCreated?: ((row: Outputs[R]['create']) => void) | undefined;
  /** Whether `onCreated` tells of it, instead of the usual notice. */
  readonly isToldElsewhere?: boolean;
  /** What the next new record begins with, beside what every new one does; false: one at a time. */
  readonly next?: false | ((values: ValuesOf<F>) => Partial<ValuesOf<F>>);
  /** The fields that are shown and cannot be changed. */
  readonly fixed?: readonly (keyof F)[];
  readonly onClose: () => void;
}

/**
 * The form of a described record: what sends it, and by the name of each field its input; `inputProps` are for an input
 * of one's own.
 */
export function useResourceForm<R extends Resource, F extends FieldsOf<R>>(
  { resource, schema, fields, focused, nameOf, addressOf }: RecordDescription<R, F>,
  {
    row,
    initial,
    create = recordClients[resource].create.mutate,
    onCreated,
    isToldElsewhere,
    next = () => ({}),
    fixed: known = [],
    onClose,
  }: Options<R, F>,
) {
  const { t } = useTranslation();
  const { textOf, fieldOf, formTitleOf } = useRecordTexts();
  const format = useFormat();
  const closedThrough = useClosed()(resource, row);
  const names = Object.keys(fields) as (keyof F)[];
  const fixed = closedThrough ? names.filter((name) => !staysOpen(resource, String(name))) : known;
  const baseOf = (known: RecordOf<R>): BaseVersion<ValuesOf<F>> => ({
    version: known.version,
    values: mapped(fields, (name) => contentOf(known, name).value) as ValuesOf<F>,
    labels: mapped(fields, (fieldName, { textOf: plain }) => {
      const { name, value } = contentOf(known, fieldName);
      return name ?? plain?.(value, format, t);
    }) as Partial<Record<keyof F, string>>,
  });
  const empty = mapped(fields, (_, field) => field.initial) as ValuesOf<F>;
  const record = useRecordForm<ValuesOf<F>>({
    resource,
    schema,
    initial: { ...empty, ...initial },
    create: async (values: ValuesOf<F>, once: Conditional) => {
      const created = await create(values, once);
      onCreated?.(created);
      return created;
    },
    update: row && { base: baseOf(row), ...recordSaving(resource, row._id, baseOf) },
    ...(!isToldElsewhere && {
      saved: (answer: unknown) => ({
        name: `${textOf(resource, 'singular')} ${nameOf(answer as RecordOf<R>, format)}`,
        to: addressOf(answer as RecordOf<R>),
      }),
    }),
    next: next ? (values) => ({ ...empty, ...next(values) }) : undefined,
    onDone: onClose,
  });
  const { form } = record;
  const first = [focused, ...names].find((name) => name !== undefined && !fixed.includes(name));
  const inputProps = (name: keyof F & string): InputProps => ({
    ...form.getInputProps(name, fields[name]?.isCheckbox && { type: 'checkbox' }),
    label: fieldOf(resource, name),
    required: !fixed.includes(name) && !schema.shape[name]?.isOptional(),
    'data-autofocus': name === first || undefined,
    ...(fixed.includes(name) && { readOnly: true, className: 'fixed' }),
  });
  const inputs = mapped(fields, (name, { input }) =>
    input(inputProps(name as keyof F & string), row && contentOf(row, name)),
  ) as Readonly<Record<keyof F, ReactNode>>;
  const history = row && <HistoryPanel record={row._id} />;
  return {
    record: {
      ...record,
      history,
      notice: closedThrough && (
        <ClosedNotice kind={resource as ClosingKind} through={closedThrough} hasNotes />
      ),
    },
    isClosed: closedThrough !== undefined,
    form,
    inputs,
    inputProps,
    title: formTitleOf(resource, row ? 'edit' : 'new'),
  };
}

/** The same for every field. */
const mapped = <T,>(fields: object, value: (name: string, field: Field<unknown>) => T) =>
  Object.fromEntries(entriesOf(fields).map(([name, field]) => [name, value(name, field)]));

interface Props<R extends Resource, F extends FieldsOf<R>> {
  readonly description: RecordDescription<R, F>;
  readonly row: RecordOf<R> | undefined;
  readonly onClose: () => void;
}

/** A form that has the fields one under the other and nothing else. */
export function ResourceForm<R extends Resource, F extends FieldsOf<R>>({
  description,
  row,
  onClose,
}: Props<R, F>) {
  const { record, inputs, title } = useResourceForm(description, { row, onClose });
  return (
    <RecordDrawer title={title} record={record} onClose={onClose}>
      {Object.entries<ReactNode>(inputs).map(([name, input]) => (
        <Fragment key={name}>{input}</Fragment>
      ))}
    </RecordDrawer>
  );
}
