import './page.css';
import { ActionIcon, Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useBegin } from '../lib/begin.ts';
import { useIsNarrow } from '../lib/narrow.ts';

interface Props {
  onClick(): void;
  /** What it says, or what a screen reader calls it where there is room for a sign only. */
  readonly children: string;
}

/** Begins a new record; on a phone it floats at the thumb. */
export function NewButton({ onClick, children }: Props) {
  useBegin(onClick);
  const isNarrow = useIsNarrow();
  if (isNarrow)
    return (
      <ActionIcon
        variant="filled"
        color="ink"
        className="new-button"
        data-command="new"
        aria-label={children}
        onClick={() => onClick()}
      >
        <IconPlus aria-hidden />
      </ActionIcon>
    );
  return (
    <Button data-command="new" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => onClick()}>
      {children}
    </Button>
  );
}
