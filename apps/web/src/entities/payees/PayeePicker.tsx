import { withFields } from '@daybook/client';
import { fold, PayeeCreate } from '@daybook/domain';
import { Alert, Anchor, List, type SelectProps, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconUsersGroup } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, client } from '../../api.ts';
import { field } from '../../data/fields.tsx';
import { useResourceForm } from '../../data/ResourceForm.tsx';
import type { RecordOf } from '../../data/record-client.ts';
import { describeRecord } from '../../data/record-description.ts';
import { Picker } from '../../ui/Picker.tsx';
import { RecordDrawer } from '../../ui/RecordDrawer.tsx';
import { Code, Name } from '../../ui/values.tsx';
import { useNewFiles } from '../attachments/NewFiles.tsx';
import { inOrderOf, nameKey, resemblance, stemOf } from './similar.ts';

interface PayeePickerProps extends Omit<SelectProps, 'data' | 'value' | 'onChange'> {
  readonly value?: string | undefined;
  /** A payee whose name need not be asked for. */
  readonly known?: { readonly _id: string; readonly name: string } | undefined;
  readonly onChange?: (payeeID: string | undefined) => void;
  /** Offers to make a payee of the name that was typed. */
  readonly onCreate?: ((name: string) => void) | undefined;
}

const SHOWN = 20;
/** Names that are compared with one that may be new. */
const MAX_PAYEES = 1000;
const creation = 'create';

/** A payee, searched for by the service while it is typed. */
export function PayeePicker({ value, known, onCreate, ...props }: PayeePickerProps) {
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
    ...api.payees.list.queryOptions({ search: settled || undefined, limit: SHOWN }),
    placeholderData: keepPreviousData,
  });
  const isUnderWay = wanted !== settled || isPlaceholderData || isPending;
  const found = data?.items ?? [];
  // One of this name already may be among those that are not shown, or be written with other signs.
  const key = nameKey(settled);
  const isAllFound = data?.nextCursor === null && key === fold(settled);
  const namesakes = useQuery({
    queryKey: [['payees', 'namesakes'], key],
    queryFn: () => withFields(client.payees.list.query, ['name'])({ search: key, limit: MAX_PAYEES }),
    enabled: onCreate !== undefined && settled !== '' && !isUnderWay && !isAllFound,
  });
  const named = isUnderWay ? undefined : isAllFound ? data : namesakes.data;
  const same = settled === '' ? undefined : named?.items.find((payee) => nameKey(payee.name) === key);
  const choices = inOrderOf(settled, found).map((payee) => ({ value: payee._id, label: payee.name }));
  if (same && !found.some(({ _id }) => _id === same._id))
    choices.unshift({ value: same._id, label: same.name });
  const isNew = settled !== '' && named?.nextCursor === null && !same;
  const near = useSimilar(onCreate && isNew && found.length === 0 ? settled : '');
  const isNear = near.alike.length > 0;
  choices.push(...near.alike.map(({ payee }) => ({ value: payee._id, label: payee.name })));
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
      isUnderWay={isUnderWay || namesakes.isLoading || near.isLoading}
      isAsking={isNear}
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

export type Payee = RecordOf<'payees'>;

export const payee = describeRecord({
  resource: 'payees',
  schema: PayeeCreate,
  fields: {
    name: field.text,
    phoneNumber: field.phone,
    email: field.email,
    extraNotes: field.notes,
  },
  nameOf: ({ name }) => name,
  addressOf: ({ _id }) => `/payees/${_id}`,
});

const several = 200;
const SHOWN_SIMILAR = 3;

/** The payees whose names resemble this one, the same first; none for ''. */
function useSimilar(name: string) {
  const stem = stemOf(name);
  const { data, isLoading } = useQuery({
    ...api.payees.list.queryOptions({ search: stem, limit: several }),
    enabled: stem.length >= 2,
  });
  const alike = (stem.length >= 2 ? (data?.items ?? []) : [])
    .map((payee) => ({ payee, how: resemblance(name, payee.name) }))
    .filter(({ how }) => how !== undefined)
    .sort((one, other) => Number(other.how === 'same') - Number(one.how === 'same'))
    .slice(0, SHOWN_SIMILAR);
  return { alike, isLoading };
}

interface SimilarPayeesProps {
  readonly name: string;
  /** Takes one of these in place of a new one. */
  readonly onUse?: ((payee: { readonly _id: string; readonly name: string }) => void) | undefined;
}

/** Says while a name is typed that such a payee may be there already. */
function SimilarPayees({ name, onUse }: SimilarPayeesProps) {
  const { t } = useTranslation('payees');
  const [settled] = useDebouncedValue(name.trim(), 300);
  const { alike } = useSimilar(settled);
  if (alike.length === 0) return null;
  const hasSame = alike[0]?.how === 'same';
  return (
    <Alert
      variant="default"
      role="status"
      icon={<IconUsersGroup aria-hidden />}
      title={t(hasSame ? 'sameName' : 'similarNames')}
    >
      <List size="sm">
        {alike.map(({ payee }) => (
          <List.Item key={payee._id}>
            {onUse ? (
              <Anchor component="button" type="button" size="sm" onClick={() => onUse(payee)}>
                {t('useInstead', { name: payee.name })}
              </Anchor>
            ) : (
              <Name>{payee.name}</Name>
            )}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

type Named = Pick<Payee, '_id' | 'name'>;

interface PayeeFormProps {
  /** Undefined: a new one. */
  readonly row?: Payee | undefined;
  /** Of a new one, as typed elsewhere. */
  readonly name?: string;
  readonly onClose: () => void;
  /** Where a payee is wanted: the new one, or one of a similar name that is there already. */
  readonly onChosen?: (payee: Named) => void;
}

export function PayeeForm({ row, name = '', onClose, onChosen }: PayeeFormProps) {
  const files = useNewFiles();
  const { record, form, inputs, title } = useResourceForm(payee, {
    row,
    initial: { name },
    onCreated: (made) => {
      onChosen?.(made);
      void files.attachTo({ kind: 'payees', id: made._id, name: made.name });
    },
    ...(onChosen && { next: false }),
    onClose,
  });
  const use =
    onChosen &&
    ((chosen: Named) => {
      onChosen(chosen);
      onClose();
    });
  return (
    <RecordDrawer title={title} record={record} onClose={onClose}>
      {inputs.name}
      {!row && <SimilarPayees name={form.values.name} onUse={use} />}
      {inputs.phoneNumber}
      {inputs.email}
      {inputs.extraNotes}
      {!row && files.fields}
    </RecordDrawer>
  );
}
