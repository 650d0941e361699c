import type { Inputs } from '@daybook/client';
import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { api, client, queryClient } from '../../api.ts';
import { useFailureNotice } from '../../lib/errors.ts';
import type { Me } from '../../lib/me.ts';

export type PreferenceChanges = Inputs['users']['setPreferences'];

let queue: Promise<unknown> = Promise.resolve();
let waiting = 0;
/** One notice, of the last change: each would else stand before the choices. */
let notice = '';

const key = api.auth.me.queryKey();

function show(changes: Partial<Me['preferences']>) {
  queryClient.setQueryData(
    key,
    (me) => me && ({ ...me, preferences: { ...me.preferences, ...changes } } as Me),
  );
}

/** One after the other, so that of two quick changes the later one stays. */
async function send(changes: PreferenceChanges) {
  const sent = queue.then(() => client.users.setPreferences.mutate(changes));
  queue = sent.catch(() => undefined);
  waiting += 1;
  try {
    await sent;
  } finally {
    waiting -= 1;
    if (waiting === 0) void queryClient.invalidateQueries({ queryKey: key });
  }
}

/** Applies a change at once, then saves it; it goes back where it cannot be saved, and where the person says so. */
export function usePreferenceChange() {
  const fail = useFailureNotice();
  const apply = async (changes: PreferenceChanges, done: () => void) => {
    await queryClient.cancelQueries({ queryKey: key });
    const before = queryClient.getQueryData(key)?.preferences;
    const shown = changes as Partial<Me['preferences']>;
    show(shown);
    try {
      await send(changes);
      done();
    } catch (error) {
      const names = Object.keys(shown) as (keyof typeof shown)[];
      show(Object.fromEntries(names.map((name) => [name, before?.[name]])));
      fail(error);
    }
  };
  return (changes: PreferenceChanges, back: PreferenceChanges) =>
    void apply(changes, () => {
      notifications.hide(notice);
      notice = notifications.show({
        autoClose: 8000,
        message: (
          <Saved
            onUndo={() => {
              notifications.hide(notice);
              void apply(back, () => undefined);
            }}
          />
        ),
      });
    });
}

/** A component, since the change may have been one of language. */
function Saved({ onUndo }: { readonly onUndo: () => void }) {
  const { t } = useTranslation();
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm">{t('saved')}</Text>
      <Button size="compact-sm" variant="light" onClick={onUndo}>
        {t('undo')}
      </Button>
    </Group>
  );
}
