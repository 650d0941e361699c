import { useHotkeys } from '@mantine/hooks';
import { Notifications } from '@mantine/notifications';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';

/** The key that leads to the notices and back. */
export const noticesKey = 'F8';

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
    // The latest; of its buttons the first.
    const [button] = [...(region.current?.querySelectorAll<HTMLElement>('[role]') ?? [])]
      .toReversed()
      .flatMap((notice) => [...notice.querySelectorAll('button')]);
    button?.focus();
  };
  useHotkeys([[noticesKey, go]], []);
  return (
    <section ref={region} aria-label={t('notices')} aria-live="polite" data-floating className="no-print">
      <Notifications position="bottom-center" withinPortal={false} />
    </section>
  );
}
