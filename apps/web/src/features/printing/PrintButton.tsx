import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { usePrintKey } from '../../lib/printing.ts';

interface Props {
  readonly label?: string;
  /** While what is printed is not there, or must not be. */
  readonly disabled?: boolean;
}

/** What is shown to paper, by the button and by the key. */
export function PrintButton({ label, disabled = false }: Props) {
  const { t } = useTranslation();
  const print = useCallback(() => {
    if (!disabled) window.print();
  }, [disabled]);
  usePrintKey(print);
  return (
    <Button
      data-command="print"
      disabled={disabled}
      leftSection={<IconPrinter size={16} aria-hidden />}
      onClick={print}
    >
      {label ?? t('print')}
    </Button>
  );
}
