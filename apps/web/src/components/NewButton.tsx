import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useMay } from '../lib/me.ts';

interface Props {
  readonly of: 'bills' | 'payees' | 'logs' | 'cheques' | 'users';
  onClick(): void;
  readonly children: ReactNode;
}

/** Begins a new record, where the caller may make one. */
export function NewButton({ of, onClick, children }: Props) {
  const may = useMay();
  if (!may(`${of}.create`)) return null;
  return (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onClick}>
      {children}
    </Button>
  );
}
