import { Group, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  readonly title: string;
  /** Buttons beside the title; not on paper. */
  readonly children?: ReactNode;
}

/** The one heading of a screen, and the title of its tab. */
export function PageHeader({ title, children }: Props) {
  const { t } = useTranslation();
  useEffect(() => {
    document.title = `${title} · ${t('daybook')}`;
  }, [title, t]);
  return (
    <Group justify="space-between" mb="md" gap="sm">
      <Title order={1} size="h2" maw="100%" style={{ overflowWrap: 'anywhere' }}>
        <bdi>{title}</bdi>
      </Title>
      <Group gap="xs" className="no-print">
        {children}
      </Group>
    </Group>
  );
}
