import './printing.css';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** What goes to paper, as it does; scrolled where the window is smaller. */
export function PaperView({ dir, children }: { readonly dir?: 'ltr'; readonly children: ReactNode }) {
  const { t } = useTranslation('printing');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
    <section className="paper-view" dir={dir} tabIndex={0} aria-label={t('preview')}>
      {children}
    </section>
  );
}
