import { ActionIcon, Button } from '@mantine/core';
import { IconCalendarRepeat } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useIsNarrow } from '../lib/narrow.ts';
import { useBegin } from '../lib/shortcuts.ts';

interface Props {
  readonly text: string;
  readonly form: (close: () => void) => ReactNode;
}

/** The button that begins a series of records. */
export function NewSeries({ text, form }: Props) {
  const isNarrow = useIsNarrow();
  const [isOpen, setOpen] = useState(false);
  const begin = () => setOpen(true);
  useBegin(begin, 'series');
  return (
    <>
      {isNarrow ? (
        <ActionIcon aria-label={text} title={text} onClick={begin}>
          <IconCalendarRepeat size={20} aria-hidden />
        </ActionIcon>
      ) : (
        <Button variant="default" leftSection={<IconCalendarRepeat size={16} aria-hidden />} onClick={begin}>
          {text}
        </Button>
      )}
      {isOpen && form(() => setOpen(false))}
    </>
  );
}
