import { type Conditional, type Issue, isApiError, isNetworkError, once } from '@daybook/client';
import { schemaResolver, type UseFormReturnType, useForm } from '@mantine/form';
import { useWindowEvent } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { refreshRecords } from '../api.ts';
import { Conflict, changesOf, type Seen, saveChanges, toldOf } from './conflict.ts';
import { useDraft } from './drafts.ts';
import { useErrorText, useMessageText } from './errors.ts';

interface Update<V extends object> {
  /** Of the record as it came into the form. */
  readonly version: number;
  /** Sends what differs from before, so that nobody else's change is overwritten. */
  readonly send: (changes: Partial<V>, condition: Conditional) => Promise<unknown>;
  /** Asked where somebody else has changed it meanwhile. */
  readonly read: () => Promise<Seen<V>>;
  /** Fields that mean something else once these are changed. */
  readonly touched?: (changes: Partial<V>) => readonly (keyof V)[];
}

interface Options<V extends object> {
  /** The service's own schema of the body: both sides judge alike. */
  readonly schema: z.ZodType;
  /** In the order of the form: the first field at fault gets the focus. */
  readonly initial: V;
  /** Sends what was typed for a new record. A failure's issues come to stand at their fields. */
  readonly create?: (values: V, once: Conditional) => Promise<unknown>;
  /** For one that is there already. */
  readonly update?: Update<V> | undefined;
  readonly onDone: () => void;
}

export interface RecordForm<V extends object> {
  readonly form: UseFormReturnType<V>;
  readonly submit: (event?: React.FormEvent<HTMLFormElement>) => void;
  readonly busy: boolean;
  /** What no field is at fault for. */
  readonly failure: string | undefined;
}

/** A form that is judged by a schema of domain here and by the service again. */
export function useRecordForm<V extends object>({
  schema,
  initial,
  create,
  update,
  onDone,
}: Options<V>): RecordForm<V> {
  const { t } = useTranslation();
  const messageOf = useMessageText();
  const textOf = useErrorText();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<unknown>();
  useWindowEvent('online', () => setFailed((error: unknown) => !isNetworkError(error) && error));
  // What the service answers while the form is open changes nothing of what was seen in it.
  const seen = useRef<Seen<V>>({ version: update?.version ?? 0, values: initial });
  const judge = schemaResolver(schema, { sync: true });
  const form = useForm<V>({
    initialValues: initial,
    validate: (values) => translated(judge(values as never) as Record<string, string>, messageOf),
    validateInputOnBlur: false,
    onValuesChange: () => setFailed(undefined),
    onSubmitPreventDefault: 'always',
  });
  useDraft(form, initial);

  const focus = (path: string | undefined) => path !== undefined && form.getInputNode(path)?.focus();

  // Sent again after a failure of which nobody knows whether it was done, the same content is one record.
  const sending = useRef<{ content: string; condition: Conditional }>(undefined);
  const onceFor = (values: V) => {
    const content = JSON.stringify(values);
    if (sending.current?.content !== content) sending.current = { content, condition: once() };
    return sending.current.condition;
  };

  // What was typed stays, beside what it is now; whoever saves again has seen that.
  const compare = ({ now, fields }: Conflict<V>) => {
    const changed = Object.keys(changesOf(seen.current.values, form.getValues()));
    const others = Object.entries(now.values).filter(([name]) => !changed.includes(name));
    seen.current = now;
    form.setValues(Object.fromEntries(others) as Partial<V>);
    form.setErrors(
      Object.fromEntries(fields.map((name) => [name, t('changedMeanwhile', { value: toldOf(now, name) })])),
    );
    focus(Object.keys(initial).find((name) => fields.includes(name as keyof V)));
  };

  const submit = form.onSubmit(
    async (values) => {
      setBusy(true);
      setFailed(undefined);
      try {
        await (update ? saveChanges(seen.current, values, update) : create?.(values, onceFor(values)));
        void refreshRecords();
        onDone();
      } catch (error) {
        if (error instanceof Conflict) return compare(error);
        const issues = issuesOf(error).filter(({ path }) => String(path[0]) in values);
        form.setErrors(
          Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), messageOf(message)])),
        );
        if (issues.length === 0) setFailed(error);
        else focus(issues[0]?.path.join('.'));
      } finally {
        setBusy(false);
      }
    },
    (errors) => focus(Object.keys(initial).find((name) => name in errors)),
  );
  return { form, submit, busy, failure: failed ? textOf(failed) : undefined };
}

const translated = (errors: Record<string, string>, messageOf: (message: string) => string) =>
  Object.fromEntries(Object.entries(errors).map(([path, message]) => [path, messageOf(message)]));

const issuesOf = (error: unknown): readonly Issue[] => (isApiError(error) && error.data.issues) || [];
