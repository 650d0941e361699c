import { Anchor, Text } from '@mantine/core';
import { type NotificationData, notifications } from '@mantine/notifications';
import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { highlight } from '../lib/text.ts';
import { session } from '../session.ts';

/** Milliseconds for which a notice offers something to do. */
export const UNDO_OFFER_MS = 20_000;

// What they say is for whoever was logged in.
session.subscribe(() => {
  if (!session.state.signedIn) notifications.clean();
});

const MAX_DONE = 3;
const done: string[] = [];

/** Tells what was done. The oldest of such notices makes room, so that the newest is seen at once. */
export function showDone(notice: NotificationData): string {
  const id = notifications.show(notice);
  done.push(id);
  if (done.length > MAX_DONE) notifications.hide(done.shift() ?? '');
  return id;
}

/** By record: the notice that offers to take its last change back. */
const offers = new Map<string, string>();

/** A record has changed again: what a notice offers to take back is no longer there to be taken back. */
export function closeUndoOffers(records: readonly string[]) {
  for (const record of records) {
    const notice = offers.get(record);
    if (notice !== undefined) notifications.hide(notice);
    offers.delete(record);
  }
}

export function rememberUndoOffer(notice: string, records: readonly string[]) {
  for (const record of records) offers.set(record, notice);
}

/** The records that a change has touched, as far as its answer names them. */
export function recordsIn(answer: unknown): readonly string[] {
  if (typeof answer !== 'object' || answer === null) return [];
  if ('_id' in answer && typeof answer._id === 'string') return [answer._id];
  return Object.values(answer).flatMap(recordsIn);
}

/** What was saved in a form. */
export interface Saved {
  /** In words: `Cheque 001400`. */
  readonly name: string;
  /** Where it can be seen. */
  readonly to: string;
}

/** Tells what was saved in a form, leads to it, and marks it for a moment where it is listed. */
export function useSavedNotice() {
  const router = useRouter();
  return (answer: unknown, { name, to }: Saved) => {
    const records = recordsIn(answer);
    closeUndoOffers(records);
    for (const record of records) highlight(record);
    const id: string = showDone({
      autoClose: UNDO_OFFER_MS,
      message: (
        <SavedText
          name={name}
          to={to}
          onShow={() => {
            notifications.hide(id);
            for (const record of records) highlight(record);
            void router.navigate({ href: to });
          }}
        />
      ),
    });
  };
}

interface Props extends Saved {
  readonly onShow: () => void;
}

// A component, since the language may change; outside the router, so that its link is a plain one.
function SavedText({ name, to, onShow }: Props) {
  const { t } = useTranslation();
  return (
    <Text size="sm">
      {t('savedNamed', { name })}{' '}
      <Anchor
        href={to.slice(1)}
        inherit
        underline="always"
        onClick={(event) => {
          event.preventDefault();
          onShow();
        }}
      >
        {t('showSaved')}
      </Anchor>
    </Text>
  );
}
