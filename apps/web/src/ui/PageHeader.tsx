import './page.css';
import { Title, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useArrival } from '../lib/arrival.ts';
import { useFormat } from '../lib/format.ts';

interface Props {
  readonly title: string;
  /** Of several views under one title, which. */
  readonly view?: string;
  /** The way to the others; see ViewTabs. */
  readonly views?: ReactNode;
  /** Buttons beside the title; not on paper. */
  readonly children?: ReactNode;
}

/** The one heading of a screen, and the title of its tab. On paper it says as well whose it is, and of which day. */
export function PageHeader({ title, view, views, children }: Props) {
  const { t } = useTranslation();
  const { longDay, today } = useFormat();
  const heading = useRef<HTMLHeadingElement>(null);
  const whole = view ? `${title}: ${view}` : title;
  useEffect(() => {
    document.title = `${whole} · ${t('daybook')}`;
  }, [whole, t]);
  useArrival(heading, whole);
  return (
    <div className="page-header">
      <Title order={1} size="h2" className="page-title" ref={heading} tabIndex={-1}>
        <bdi>{title}</bdi>
        {view && <VisuallyHidden component="span">{view}</VisuallyHidden>}
      </Title>
      {views}
      <div className="page-buttons no-print">{children}</div>
      <p className="print-only print-date">
        {t('daybook')} · {longDay(today())}
      </p>
    </div>
  );
}
