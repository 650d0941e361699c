import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface Props {
  onClick(): void;
  readonly children: ReactNode;
}

/** Begins a new record. */
export function NewButton({ onClick, children }: Props) {
  return (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => onClick()}>
      {children}
    </Button>
  );
}
