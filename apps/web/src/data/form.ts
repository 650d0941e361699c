import { type Conditional, isNetworkError, once } from '@daybook/client';
import { useForm } from '@mantine/form';
import { useWindowEvent } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { LocalizedError, useErrorText } from '../lib/errors.ts';
import { issuesIn, useFieldErrors } from '../lib/issues.ts';
import { useMeanwhile } from '../lib/live.ts';
import {
  type BaseVersion,
  ConflictError,
  changesOf,
  conflicts,
  displayValue,
  type Saving,
  saveChanges,
} from '../lib/record-changes.ts';
import { useUnsaved } from '../lib/unsaved.ts';
import type { RecordForm } from '../ui/RecordDrawer.tsx';
import { useDraft } from './drafts.ts';
import { type Saved, useSavedNotice } from './notices.tsx';
import { type Resource, useRefresh } from './refresh.ts';
import { showWarnings } from './warnings.tsx';

/** What later changes are compared with, where the form stays open after a change; from the service's answer. */
type SavedBase<V extends object> = (answer: unknown) => BaseVersion<V>;

interface Options<V extends object> {
  /** What is saved: decides what is asked again. */
  readonly resource: Resource;
  /** The service's own schema of the body: both sides judge alike. */
  readonly schema: z.ZodType;
  /** Of a new record. In the order of the form: the first field at fault gets the focus. */
  readonly initial: V;
  /** Sends what was typed for a new record. A failure's issues come to stand at their fields. */
  readonly create?: (values: V, once: Conditional) => Promise<unknown>;
  /** For one that is there already: as it came into the form, and how it is saved. */
  readonly update?:
    | (Saving<V> & { readonly base: BaseVersion<V>; readonly savedBase?: SavedBase<V> })
    | undefined;
  readonly onDone: () => void;
  /** What is told of a record that was saved. */
  readonly saved?: (answer: unknown) => Saved;
  /** What the next new record begins with, of what was typed for this one; undefined: one at a time. */
  readonly next?: ((values: V) => V) | undefined;
}

/** A form that is judged by a schema of domain here and by the service again. */
export function useRecordForm<V extends object>({
  resource,
  schema,
  initial: initialOfNew,
  create,
  update,
  onDone,
  saved,
  next,
}: Options<V>): RecordForm<V> {
  const { t } = useTranslation();
  const fieldErrors = useFieldErrors();
  const textOf = useErrorText();
  const refresh = useRefresh();
  const tell = useSavedNotice();
  const wantsNext = useRef(false);
  const [failed, setFailed] = useState<unknown>();
  useWindowEvent('online', () => setFailed((error: unknown) => !isNetworkError(error) && error));
  // What the service answers while the form is open changes nothing of what was loaded in it.
  const base = useRef<BaseVersion<V>>(update?.base ?? { values: initialOfNew });
  const [initial] = useState(base.current.values);
  // What is stored although it would be refused today is not sent unless it is changed.
  const judged = (values: V) => {
    const issues = issuesIn(schema.safeParse(values).error);
    if (!update || issues.length === 0) return issues;
    const changed = Object.keys(changesOf(base.current.values, values));
    const stored = issuesIn(schema.safeParse(base.current.values).error);
    return issues.filter(
      ({ path: [field], code }) =>
        changed.includes(String(field)) ||
        !stored.some((issue) => issue.path[0] === field && issue.code === code),
    );
  };
  const form = useForm<V>({
    initialValues: initial,
    validate: (values) => fieldErrors(judged(values)),
    validateInputOnBlur: false,
    onValuesChange: () => setFailed(undefined),
    onSubmitPreventDefault: 'always',
  });
  useUnsaved(() => form.isDirty());
  useDraft<Partial<V>>(initial, {
    read: () => (form.isDirty() ? form.getValues() : undefined),
    restore: (typed) => form.setValues(typed),
  });

  const focus = (path: string | undefined) => path !== undefined && form.getInputNode(path)?.focus();

  // Sent again after a failure of which nobody knows whether it was done, the same content is one record.
  const sending = useRef<{ content: string; condition: Conditional }>(undefined);
  const onceFor = (values: V) => {
    const content = JSON.stringify(values);
    if (sending.current?.content !== content) sending.current = { content, condition: once() };
    return sending.current.condition;
  };

  // What was typed stays, beside what it is now; whoever saves again has seen that.
  const [seen, setSeen] = useState(update?.base.version);
  const meanwhile = useMeanwhile(update?.record, seen);
  const compare = ({ latest, fields }: ConflictError<V>) => {
    const changed = Object.keys(changesOf(base.current.values, form.getValues()));
    const others = Object.entries(latest.values).filter(([name]) => !changed.includes(name));
    base.current = latest;
    setSeen(latest.version);
    form.resetDirty(latest.values);
    form.setValues(Object.fromEntries(others) as Partial<V>);
    form.setErrors(
      Object.fromEntries(
        fields.map((name) => [name, t('changedMeanwhile', { value: displayValue(latest, name) })]),
      ),
    );
    focus(Object.keys(initial).find((name) => fields.includes(name as keyof V)));
  };

  const show = async () => {
    if (!update) return;
    const latest = await update.read();
    const typed = form.getValues();
    const mine = new Set(Object.keys(changesOf(base.current.values, typed)) as (keyof V)[]);
    compare(new ConflictError(latest, conflicts(base.current, latest, typed, mine)));
  };

  // As after an answer that was lost: it may have been saved, and saved again it is one record.
  const stopped = useRef(Promise.withResolvers<never>());
  const { mutate, isPending } = useMutation({
    mutationFn: (values: V) => {
      stopped.current = Promise.withResolvers();
      const sent = update ? saveChanges(base.current, values, update) : create?.(values, onceFor(values));
      return Promise.race([sent, stopped.current.promise]);
    },
    onSuccess: (answer, values) => {
      void refresh(resource);
      // Nothing differed, so nothing was saved.
      if (update?.savedBase && answer !== undefined) base.current = update.savedBase(answer);
      setSeen(base.current.version);
      if (saved && answer !== undefined) {
        tell(answer, saved(answer));
        showWarnings(answer);
      }
      if (!next || !wantsNext.current) return onDone();
      sending.current = undefined;
      const begin = next(values);
      form.setInitialValues(begin);
      form.setValues(begin);
      form.resetDirty(begin);
      form.clearErrors();
      focus(Object.keys(initial).find((name) => form.getInputNode(name) && !begin[name as keyof V]));
    },
    onError: (error, values) => {
      if (error instanceof ConflictError) return compare(error);
      const issues = issuesIn(error).filter(({ path }) => String(path[0]) in values);
      form.setErrors(fieldErrors(issues));
      if (issues.length === 0) setFailed(error);
      else focus(issues[0]?.path.join('.'));
    },
  });

  const send = form.onSubmit(
    (values) => {
      setFailed(undefined);
      mutate(values);
    },
    (errors) => focus(firstOf(Object.keys(initial), Object.keys(errors))),
  );
  const submit = (event?: FormEvent<HTMLFormElement>) => {
    wantsNext.current = false;
    send(event);
  };
  const submitAndNext = () => {
    wantsNext.current = true;
    send();
  };
  return {
    form,
    submit,
    ...(next && !update && { submitAndNext }),
    busy: isPending,
    stopWaiting: () => stopped.current.reject(new LocalizedError(t('savingUnknown'))),
    failure: failed ? textOf(failed) : undefined,
    ...(meanwhile && {
      meanwhile: {
        text: meanwhile.text,
        ...(!meanwhile.isDeleted && { show: () => void show().catch(setFailed) }),
      },
    }),
  };
}

/** The first path in the order of the form, also where a field holds others: `cheques.0.value`. */
const firstOf = (names: readonly string[], paths: readonly string[]) =>
  names
    .map((name) => paths.find((path) => path === name || path.startsWith(`${name}.`)))
    .find((path) => path !== undefined);
