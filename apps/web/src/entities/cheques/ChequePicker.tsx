import type { SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.ts';
import { useFormat } from '../../lib/format.ts';
import { Picker } from '../../ui/Picker.tsx';
import { Code, Name } from '../../ui/values.tsx';

interface ChequePickerProps extends Omit<SelectProps, 'data' | 'value' | 'onChange'> {
  readonly value?: string | undefined;
  /** A cheque whose serial need not be asked for. */
  readonly known?: { readonly _id: string; readonly name: string } | undefined;
  readonly onChange?: (chequeID: string | undefined) => void;
}

const MAX_CHEQUES = 20;

/** A cheque, searched for by the service while its serial or payee is typed. */
export function ChequePicker({ value, known, ...props }: ChequePickerProps) {
  const { t } = useTranslation('cheques');
  const { money } = useFormat();
  const [typed, onType] = useState('');
  const wanted = typed.trim();
  const [settled] = useDebouncedValue(wanted, 200);
  const { data, isPlaceholderData, isPending } = useQuery({
    ...api.cheques.list.queryOptions({ search: settled || undefined, limit: MAX_CHEQUES }),
    placeholderData: keepPreviousData,
  });
  const found = new Map((data?.items ?? []).map((cheque) => [cheque._id, cheque]));
  const serial = known && known._id === value ? known.name : found.get(value ?? '')?.serial;
  return (
    <Picker
      label={t('singular')}
      clearable
      choices={[...found.values()].map((cheque) => ({ value: cheque._id, label: cheque.serial }))}
      value={value}
      chosenLabel={value === undefined ? '' : (serial ?? '…')}
      onType={onType}
      isUnderWay={wanted !== settled || isPlaceholderData || isPending}
      renderOption={({ option }) => {
        const cheque = found.get(option.value);
        return (
          <span>
            <Code>{option.label}</Code>{' '}
            {cheque && (
              <>
                <Name>{cheque.payeeName}</Name> · <Code>{money(cheque.value)}</Code>
              </>
            )}
          </span>
        );
      }}
      {...props}
    />
  );
}
