import { withFields } from '@daybook/client';
import { fold } from '@daybook/domain';
import { type SelectProps, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, client } from '../../api.ts';
import { Picker } from '../../ui/Picker.tsx';
import { Code, Name } from '../../ui/Values.tsx';
import { nameKey } from './similar.ts';

interface Props extends Omit<SelectProps, 'data' | 'value' | 'onChange'> {
  readonly value?: string | undefined;
  /** A payee whose name need not be asked for. */
  readonly known?: { readonly _id: string; readonly name: string } | undefined;
  readonly onChange?: (payeeID: string | undefined) => void;
  /** Offers to make a payee of the name that was typed. */
  readonly onCreate?: ((name: string) => void) | undefined;
}

const shown = 20;
/** Names that are compared with one that may be new. */
const most = 1000;
const creation = 'create';

/** A payee, searched for by the service while it is typed. */
export function PayeePicker({ value, known, onCreate, ...props }: Props) {
  const { t } = useTranslation('payees');
  const name = known && known._id === value ? known.name : undefined;
  const [typed, onType] = useState('');
  const wanted = typed.trim();
  const [settled] = useDebouncedValue(wanted, 200);
  const chosen = useQuery({
    ...api.payees.get.queryOptions({ payeeID: value ?? '' }),
    enabled: value !== undefined && name === undefined,
  });
  const label = name ?? chosen.data?.name ?? (chosen.isError ? t('deletedPayee') : '…');
  const { data, isPlaceholderData, isPending } = useQuery({
    ...api.payees.list.queryOptions({ search: settled || undefined, limit: shown }),
    placeholderData: keepPreviousData,
  });
  const isUnderWay = wanted !== settled || isPlaceholderData || isPending;
  const found = data?.items ?? [];
  // One of this name already may be among those that are not shown, or be written with other signs.
  const key = nameKey(settled);
  const isAllFound = data?.nextCursor === null && key === fold(settled);
  const namesakes = useQuery({
    queryKey: [['payees', 'namesakes'], key],
    queryFn: () => withFields(client.payees.list.query, ['name'])({ search: key, limit: most }),
    enabled: onCreate !== undefined && settled !== '' && !isUnderWay && !isAllFound,
  });
  const named = isUnderWay ? undefined : isAllFound ? data : namesakes.data;
  const same = settled === '' ? undefined : named?.items.find((payee) => nameKey(payee.name) === key);
  const choices = found.map((payee) => ({ value: payee._id, label: payee.name }));
  if (same && !found.some(({ _id }) => _id === same._id))
    choices.unshift({ value: same._id, label: same.name });
  const isNew = settled !== '' && named?.nextCursor === null && !same;
  if (onCreate && isNew) choices.push({ value: creation, label: wanted });
  const phones = new Map(found.map(({ _id, phoneNumber }) => [_id, phoneNumber]));

  return (
    <Picker
      label={t('payee')}
      clearable
      choices={choices}
      value={value}
      chosenLabel={value === undefined ? '' : label}
      onType={onType}
      isUnderWay={isUnderWay || namesakes.isLoading}
      creation={
        onCreate && isNew
          ? { value: creation, label: (text) => t('createNamed', { name: text }), onCreate }
          : undefined
      }
      // Both buttons at the end, also where the name runs towards them.
      styles={{
        options: { maxHeight: 280, overflowY: 'auto' },
        ...(value !== undefined && { input: { paddingInlineEnd: '3.75rem' } }),
      }}
      renderOption={({ option }) =>
        option.value === creation ? (
          <Text size="sm" fw={600}>
            {t('createNamed', { name: option.label })}
          </Text>
        ) : (
          <span>
            <Name>{option.label}</Name>{' '}
            <Text span size="xs" c="dimmed">
              <Code>{phones.get(option.value) ?? ''}</Code>
            </Text>
          </span>
        )
      }
      {...props}
    />
  );
}
