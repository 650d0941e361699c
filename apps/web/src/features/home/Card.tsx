import { Group, Paper, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

interface Props {
  readonly title: ReactNode;
  /** Beside the title: where there is more. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A part of the start page, under a heading of its own. */
export function Card({ title, aside, children }: Props) {
  const id = useId();
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={id}>
      <Group justify="space-between" mb="sm" gap="xs">
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        {aside}
      </Group>
      {children}
    </Paper>
  );
}
