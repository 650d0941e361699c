import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  /** Why there is nothing. */
  readonly children: ReactNode;
  /** What to do about it. */
  readonly action?: { readonly text: string; readonly run: () => void } | undefined;
}

/** In the place of rows, where there are none. */
export function EmptyState({ children, action }: Props) {
  return (
    <>
      {children}
      {action && (
        <>
          <br />
          <Button variant="light" size="compact-md" mt="sm" className="no-print" onClick={action.run}>
            {action.text}
          </Button>
        </>
      )}
    </>
  );
}
