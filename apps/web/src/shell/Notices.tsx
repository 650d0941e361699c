import { useHotkeys } from '@mantine/hooks';
import { Notifications } from '@mantine/notifications';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { shortcuts } from '../lib/shortcuts.ts';

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
