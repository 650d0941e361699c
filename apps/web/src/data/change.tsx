import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useMutationState } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureNotice } from '../lib/errors.ts';
import { changeKey, mutationsUnderWay, type Pending, withPending } from '../lib/pending.ts';
import { closeUndoOffers, recordsIn, rememberUndoOffer, showDone, UNDO_OFFER_MS } from './notices.tsx';
import { type Resource, useRefresh } from './refresh.ts';
import { RefusedError, useRefusals } from './refusals.tsx';
import { showWarnings } from './warnings.tsx';

/** What somebody does outside a form. */
export interface Change<R = unknown> {
  run(): Promise<R>;
  /** Shown in the place of what the service has said, until it has answered and been asked again. */
  readonly shows?: readonly Pending<unknown>[];
  /** What takes it back; where it can be, a button for that stands beside the notice. */
  undo?(result: R): Change;
  /** What the notice says; undefined: there is none. */
  readonly done?: ReactNode | ((result: R) => ReactNode);
  /** The title of the notice that it failed; else that it was not saved. */
  readonly failed?: string;
}

interface ChangeOptions {
  /** One change after the other, so that of two quick ones the later stays; and one notice, that of the last. */
  readonly serial?: boolean;
}

const noticeOf = new Map<Resource, string>();
/** The newest notice that offers an undo, while it is shown. */
let latestUndo: { readonly id: string; readonly run: () => void } | undefined;

/** For the keys: takes the last change back, as long as its notice offers that. */
export const undoLatest = () => latestUndo?.run();

/** Makes changes outside a form, tells of them, and offers to take them back. Resolves once all is over, never rejects. */
export function useChange(resource: Resource, { serial = false }: ChangeOptions = {}) {
  const fail = useFailureNotice();
  const tell = useRefusals();
  const { t } = useTranslation();
  const refresh = useRefresh();
  const { mutateAsync } = useMutation({
    mutationKey: changeKey(resource),
    ...(serial && { scope: { id: resource } }),
    mutationFn: ({ run }: Change<unknown>) => run(),
    onSuccess: (result, { done, undo, shows }) => {
      const records = [...recordsIn(result), ...(shows ?? []).map(({ id }) => id)];
      closeUndoOffers(records);
      showWarnings(result);
      const text = typeof done === 'function' ? done(result) : done;
      if (text === undefined) return;
      if (serial) notifications.hide(noticeOf.get(resource) ?? '');
      const id = showDone({ message: text });
      noticeOf.set(resource, id);
      if (!undo) return;
      const takeBack = () => {
        notifications.hide(id);
        void change({ ...undo(result), done: <Undone /> });
      };
      rememberUndoOffer(id, records);
      notifications.update({
        id,
        autoClose: UNDO_OFFER_MS,
        message: <UndoOffer id={id} done={text} onUndo={takeBack} />,
      });
    },
    onError: (error, { failed }) =>
      error instanceof RefusedError ? tell(error.refusals, t('bulk.nothingDone')) : fail(error, failed),
    onSettled: () => refresh(resource),
  });
  async function change<R>(asked: Change<R>): Promise<void> {
    // Its error has been told.
    await mutateAsync(asked as Change<unknown>).catch(() => undefined);
  }
  return change;
}

/** Changes under way, in the order in which they were made. */
export function usePending<T>(resource: Resource): readonly Pending<T>[] {
  const shown = useMutationState(mutationsUnderWay(resource));
  return useMemo(() => shown.flat() as Pending<T>[], [shown]);
}

/** The rows of a list with changes under way as if they were saved. */
export function useWithPending<T extends { readonly _id: string }>(rows: readonly T[], resource: Resource) {
  const pending = usePending<T>(resource);
  return useMemo(() => withPending(rows, pending), [rows, pending]);
}

interface OfferProps {
  readonly id: string;
  readonly done: ReactNode;
  readonly onUndo: () => void;
}

// Components, since a change may be one of language.
function UndoOffer({ id, done, onUndo }: OfferProps) {
  const { t } = useTranslation();
  useEffect(() => {
    latestUndo = { id, run: onUndo };
    return () => {
      if (latestUndo?.id === id) latestUndo = undefined;
    };
  }, [id, onUndo]);
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm">{done}</Text>
      <Button
        size="compact-sm"
        variant="light"
        flex="none"
        aria-keyshortcuts="Control+Z Meta+Z"
        onClick={onUndo}
      >
        {t('undo')}
      </Button>
    </Group>
  );
}

const Undone = () => useTranslation().t('undone');
