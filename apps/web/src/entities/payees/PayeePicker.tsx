import { Select, type SelectProps, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.ts';
import { folded } from '../../lib/fold.ts';
import { Code, Name } from '../../ui/Values.tsx';

interface Props extends Omit<SelectProps, 'data' | 'value' | 'onChange'> {
  readonly value?: string | undefined;
  /** A payee whose name need not be asked for. */
  readonly known?: { readonly _id: string; readonly name: string } | undefined;
  readonly onChange?: (payeeID: string | undefined) => void;
  /** Offers to make a payee of the name that was typed. */
  readonly onCreate?: ((name: string) => void) | undefined;
}

const shown = 20;
const creation = 'create';

/** A payee, searched for by the service while it is typed. */
export function PayeePicker({ value, known, onChange, onCreate, ...props }: Props) {
  const { t } = useTranslation('payees');
  const { t: common } = useTranslation();
  const name = known && known._id === value ? known.name : undefined;
  const [typed, setTyped] = useState(name ?? '');
  const [settled] = useDebouncedValue(typed.trim(), 200);
  const chosen = useQuery({
    ...api.payees.get.queryOptions({ payeeID: value ?? '' }),
    enabled: value !== undefined && name === undefined,
  });
  const label = name ?? chosen.data?.name ?? (chosen.isError ? t('deletedPayee') : '…');
  // What is typed is the name of the one chosen until something else is: then all are offered.
  const search = value !== undefined && settled === label ? undefined : settled || undefined;
  const { data, isFetching } = useQuery({
    ...api.payees.list.queryOptions({ search, limit: shown }),
    placeholderData: keepPreviousData,
  });
  const found = data?.items ?? [];
  const options = found.map((payee) => ({ value: payee._id, label: payee.name }));
  if (value !== undefined && !found.some(({ _id }) => _id === value)) options.unshift({ value, label });
  const isNew = search !== undefined && !found.some((payee) => folded(payee.name) === folded(search));
  if (onCreate && isNew) options.push({ value: creation, label: typed.trim() });
  const phones = new Map(found.map(({ _id, phoneNumber }) => [_id, phoneNumber]));

  return (
    <Select
      label={t('payee')}
      searchable
      // Typing opens it: a field that merely has the focus covers nothing.
      openOnFocus={false}
      clearable
      clearButtonProps={{ 'aria-label': common('clear') }}
      data={options}
      filter={({ options: all }) => all}
      value={value ?? null}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(chosenValue) => {
        if (chosenValue === creation) onCreate?.(typed.trim());
        else onChange?.(chosenValue ?? undefined);
      }}
      nothingFoundMessage={isFetching ? common('loading') : common('nothingFound')}
      // The list itself scrolls, not a part of it that a keyboard could not reach.
      withScrollArea={false}
      styles={{
        options: { maxHeight: 280, overflowY: 'auto' },
        // Both buttons at the end, also where the name runs towards them.
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
