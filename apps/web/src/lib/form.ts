import { type Conditional, type Issue, isApiError, once } from '@daybook/client';
import { schemaResolver, type UseFormReturnType, useForm } from '@mantine/form';
import { useRef, useState } from 'react';
import type { z } from 'zod';
import { refreshRecords } from '../api.ts';
import { useDraft } from './drafts.ts';
import { useErrorText, useMessageText } from './errors.ts';

interface Options<V extends object> {
  /** The service's own schema of the body: both sides judge alike. */
  readonly schema: z.ZodType;
  /** In the order of the form: the first field at fault gets the focus. */
  readonly initial: V;
  /** Sends what was typed for a new record. A failure's issues come to stand at their fields. */
  readonly create?: (values: V, once: Conditional) => Promise<unknown>;
  /** Sends what differs from before, so that nobody else's change is overwritten; nothing differs, nothing is sent. */
  readonly update?: (changes: Partial<V>) => Promise<unknown>;
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
  const messageOf = useMessageText();
  const textOf = useErrorText();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const judge = schemaResolver(schema, { sync: true });
  const form = useForm<V>({
    initialValues: initial,
    validate: (values) => translated(judge(values as never) as Record<string, string>, messageOf),
    validateInputOnBlur: false,
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

  const submit = form.onSubmit(
    async (values) => {
      setBusy(true);
      setFailure(undefined);
      try {
        const changes = changesOf(initial, values);
        if (!update) await create?.(values, onceFor(values));
        else if (Object.keys(changes).length > 0) await update(changes);
        void refreshRecords();
        onDone();
      } catch (error) {
        const issues = issuesOf(error).filter(({ path }) => String(path[0]) in values);
        form.setErrors(
          Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), messageOf(message)])),
        );
        if (issues.length === 0) setFailure(textOf(error));
        else focus(issues[0]?.path.join('.'));
      } finally {
        setBusy(false);
      }
    },
    (errors) => focus(Object.keys(initial).find((name) => name in errors)),
  );
  return { form, submit, busy, failure };
}

const translated = (errors: Record<string, string>, messageOf: (message: string) => string) =>
  Object.fromEntries(Object.entries(errors).map(([path, message]) => [path, messageOf(message)]));

const issuesOf = (error: unknown): readonly Issue[] => (isApiError(error) && error.data.issues) || [];

function changesOf<V extends object>(before: V, after: V): Partial<V> {
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => value !== before[name as keyof V]),
  ) as Partial<V>;
}
