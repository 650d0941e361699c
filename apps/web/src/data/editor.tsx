import type { Resource } from '@daybook/domain';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../lib/format.ts';
import { editAndDelete, type RowAction, RowActions } from '../ui/rows.tsx';
import { useLock } from './closed.tsx';
import { useMay } from './me.ts';
import { ResourceForm } from './ResourceForm.tsx';
import type { RecordOf } from './record-client.ts';
import type { FieldsOf, RecordDescription } from './record-description.ts';
import { useRemoval } from './removal.ts';

/** What a list does with its records. */
export interface RecordEditor<T> {
  /** Opens the form of a new record; undefined where the caller may not make one. */
  readonly create: (() => void) | undefined;
  /** What a click on a row does; undefined where the caller may not change it. */
  readonly open?: ((row: T) => void) | undefined;
  /** What a screen reader calls the record. */
  readonly nameOf: (row: T) => string;
  /** Buttons at the end of a row. */
  readonly actions: (row: T) => ReactNode;
  /** The form that is open. */
  readonly form: ReactNode;
}

interface Options<T> extends Pick<RecordEditor<T>, 'nameOf'> {
  readonly resource: Resource;
  readonly remove: (row: T) => void;
  /** What else can be done with a record, the likeliest first. */
  readonly actionsOf?: ((row: T) => readonly RowAction[]) | undefined;
  /** Whether that can also be done in a closed period. */
  readonly staysPossible?: boolean;
  /** @param row undefined: a new one */
  readonly form: (row: T | undefined, close: () => void) => ReactNode;
}

/** A form at the side for new and known records, and a deletion: as far as the caller may. */
export function useRecordEditor<T extends object>({
  resource,
  nameOf,
  remove,
  actionsOf,
  staysPossible = false,
  form,
}: Options<T>): RecordEditor<T> {
  const [open, setOpen] = useState<T | 'new'>();
  const may = useMay();
  const { t } = useTranslation();
  const lockOf = useLock();
  const isEditable = may(`${resource}.update`);
  const isRemovable = may(`${resource}.remove`);
  return {
    create: may(`${resource}.create`) ? () => setOpen('new') : undefined,
    open: isEditable ? setOpen : undefined,
    nameOf,
    actions: (row) => {
      const edit = () => setOpen(row);
      const lock = isEditable && lockOf(resource, row, edit);
      const others = !lock || staysPossible ? (actionsOf?.(row) ?? []) : [];
      const actions = lock
        ? [...others, lock]
        : [...others, ...editAndDelete(t, isEditable && edit, isRemovable && (() => remove(row)))];
      return <RowActions name={nameOf(row)} actions={actions} />;
    },
    form: open && form(open === 'new' ? undefined : open, () => setOpen(undefined)),
  };
}

/**
 * The same of a described record.
 * @param form where it is more than its fields one under the other
 */
export function useDescribedEditor<R extends Resource, F extends FieldsOf<R>>(
  description: RecordDescription<R, F>,
  form: Options<RecordOf<R>>['form'] = (row, close) => (
    <ResourceForm description={description} row={row} onClose={close} />
  ),
  more?: Pick<Options<RecordOf<R>>, 'actionsOf' | 'staysPossible'>,
): RecordEditor<RecordOf<R>> {
  const { resource } = description;
  const format = useFormat();
  const nameOf = (row: RecordOf<R>) => description.nameOf(row, format);
  const remove = useRemoval<RecordOf<R>>({ resource, nameOf });
  return useRecordEditor({ resource, nameOf, remove, form, ...more });
}
