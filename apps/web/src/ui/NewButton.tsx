import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useBegin } from '../lib/begin.ts';

interface Props {
  onClick(): void;
  readonly children: ReactNode;
}

/** Begins a new record. */
export function NewButton({ onClick, children }: Props) {
  useBegin(onClick);
  return (
    <Button data-command="new" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => onClick()}>
      {children}
    </Button>
  );
}
