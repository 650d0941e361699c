import { Alert, Button, VisuallyHidden } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { Notifications, notifications } from '@mantine/notifications';
import { IconRefresh, IconWifiOff } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { keepDraftsOf } from '../data/drafts.ts';
import { useMe } from '../data/me.ts';
import { liveRegion } from '../lib/announce.ts';
import { useIsOnline } from '../lib/online.ts';
import { shortcuts } from '../lib/shortcuts.ts';
import { registerServiceWorker, update, useHasUpdate } from './updates.ts';

/**
 * What was done, and the way to take it back. Stands before everything else in the order of Tab; F8 leads here from
 * anywhere, also out of a dialog, and back.
 */
export function Notices() {
  const { t } = useTranslation();
  const region = useRef<HTMLElement>(null);
  const before = useRef<HTMLElement>(null);
  const go = () => {
    const { activeElement } = document;
    if (region.current?.contains(activeElement)) return before.current?.focus();
    before.current = activeElement instanceof HTMLElement ? activeElement : null;
    // The latest stands first.
    region.current?.querySelector('button')?.focus();
  };
  useHotkeys([[shortcuts.notices.keys[0], go]], []);
  return (
    <section ref={region} aria-label={t('notices')} aria-live="polite" data-floating className="no-print">
      <Notifications position="bottom-center" layout="stacked" withinPortal={false} />
    </section>
  );
}

const polite = liveRegion('polite');
const assertive = liveRegion('assertive');

/** Where `announce` writes; there from the beginning, since a screen reader hears only what changes. */
export function LiveRegions() {
  return (
    <>
      <VisuallyHidden role="status" ref={polite} />
      <VisuallyHidden role="alert" ref={assertive} />
    </>
  );
}

/** Said as long as the device has no network: what is shown may be old, and nothing can be saved. */
export function Offline() {
  const { t } = useTranslation();
  const isOnline = useIsOnline();
  if (isOnline) return null;
  return (
    <Alert color="orange" icon={<IconWifiOff />} mb="md" role="status" title={t('offline.title')}>
      {t('offline.text')}
    </Alert>
  );
}

/** Offers the next version of the page once it is there. */
export function Update() {
  const { t } = useTranslation();
  const hasUpdate = useHasUpdate();
  useEffect(() => void registerServiceWorker(), []);
  if (!hasUpdate) return null;
  return (
    <Alert icon={<IconRefresh />} mb="md" role="status" title={t('update.title')} className="no-print">
      <Button size="xs" variant="default" onClick={update}>
        {t('update.reload')}
      </Button>
    </Alert>
  );
}

/** Says after a log-in that what was typed before it is still there. */
export function DraftNotice() {
  const { t } = useTranslation();
  const { _id } = useMe();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, whatever the language becomes
  useEffect(() => {
    if (keepDraftsOf(_id)) notifications.show({ message: t('draftsKept'), autoClose: 10_000 });
  }, [_id]);
  return null;
}
