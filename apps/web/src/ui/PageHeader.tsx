import { Group, Title, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useArrival } from '../lib/arrival.ts';

interface Props {
  readonly title: string;
  /** Of several views under one title, which. */
  readonly view?: string;
  /** Buttons beside the title; not on paper. */
  readonly children?: ReactNode;
}

/** The one heading of a screen, and the title of its tab. */
export function PageHeader({ title, view, children }: Props) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  const whole = view ? `${title}: ${view}` : title;
  useEffect(() => {
    document.title = `${whole} · ${t('daybook')}`;
  }, [whole, t]);
  useArrival(heading, whole);
  return (
    <Group justify="space-between" mb="md" gap="sm">
      <Title order={1} size="h2" maw="100%" style={{ overflowWrap: 'anywhere' }} ref={heading} tabIndex={-1}>
        <bdi>{title}</bdi>
        {view && <VisuallyHidden component="span">{`: ${view}`}</VisuallyHidden>}
      </Title>
      <Group gap="xs" className="no-print">
        {children}
      </Group>
    </Group>
  );
}
