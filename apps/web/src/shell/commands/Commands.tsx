import { ActionIcon } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { undoLatest } from '../../data/change.tsx';
import { usePreferences } from '../../lib/preferences.ts';
import { focusSearch, pressOnScreen, shortcutHandlers, useKeys } from '../../lib/shortcuts.ts';
import { usePages } from './usePages.ts';

const Palette = lazy(() => import('./Palette.tsx').then((module) => ({ default: module.Palette })));
const KeyHelp = lazy(() => import('./KeyHelp.tsx').then((module) => ({ default: module.KeyHelp })));

/** The button that opens the palette, and the keys that work everywhere. */
export function Commands() {
  const { t } = useTranslation('commands');
  const { characterKeys = true } = usePreferences();
  const [open, setOpen] = useState<'palette' | 'keys'>();
  const close = () => setOpen(undefined);
  const pages = usePages();
  const goTo = pages.flatMap(({ keys, run }) => (keys ? [[keys, run] as const] : []));
  useKeys(shortcutHandlers({ palette: () => setOpen('palette') }), { inFields: true });
  useKeys(shortcutHandlers({ undo: undoLatest }), { isBehindDialogs: true });
  useKeys(
    characterKeys
      ? {
          ...shortcutHandlers({
            help: () => setOpen('keys'),
            new: () => pressOnScreen('new'),
            search: focusSearch,
          }),
          ...Object.fromEntries(goTo),
        }
      : {},
  );
  return (
    <>
      <ActionIcon
        variant="subtle"
        size="lg"
        aria-label={t('title')}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen('palette')}
      >
        <IconSearch size={18} aria-hidden />
      </ActionIcon>
      <Suspense>
        {open === 'palette' && <Palette onClose={close} showKeys={() => setOpen('keys')} />}
        {open === 'keys' && <KeyHelp onClose={close} />}
      </Suspense>
    </>
  );
}
