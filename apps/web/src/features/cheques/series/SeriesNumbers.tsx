import { Select } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { SerialInput } from '../../../entities/cheques/SerialInput.tsx';
import { useSuggestedSerial } from '../../../entities/cheques/useSuggestedSerial.ts';
import { Picker } from '../../../ui/Picker.tsx';
import { type Chequebook, type SeriesValues, usableOf } from './series.ts';
import { useUsedAccounts } from './useUsedAccounts.ts';

interface Props {
  readonly form: UseFormReturnType<SeriesValues>;
  /** Of the account that is chosen. */
  readonly books: readonly Chequebook[];
  /** The one that is chosen; '': a first serial is typed. */
  readonly chequebook: string;
}

/** On which account the cheques are drawn, and where their serials begin: in one of its chequebooks, or at a serial. */
export function SeriesNumbers({ form, books, chequebook }: Props) {
  const { t } = useTranslation('cheques');
  const suggested = useSuggestedSerial();
  const accounts = useUsedAccounts() ?? [];
  const usable = usableOf(books);
  const account = form.getInputProps('account');
  return (
    <>
      {accounts.length > 0 && (
        <Picker
          label={t('fields.account')}
          clearable
          choices={accounts.map(({ _id, name }) => ({ value: _id, label: name }))}
          {...account}
          onChange={(chosen) => {
            account.onChange(chosen);
            form.setFieldValue('chequebook', undefined);
          }}
        />
      )}
      {usable.length > 0 && (
        <Select
          label={t('series.numbers')}
          allowDeselect={false}
          data={[
            ...usable.map(({ _id, firstSerial: first, lastSerial: last, nextSerial }) => ({
              value: _id,
              label: t('series.fromBook', { first, last, next: nextSerial ?? '' }),
            })),
            { value: '', label: t('series.typed') },
          ]}
          {...form.getInputProps('chequebook')}
          value={chequebook}
        />
      )}
      {chequebook === '' && (
        <SerialInput
          label={t('series.firstSerial')}
          required
          suggested={suggested}
          {...form.getInputProps('firstSerial')}
          onSuggested={(serial) => {
            form.setFieldValue('firstSerial', serial);
            // The button goes away.
            form.getInputNode('firstSerial')?.focus();
          }}
        />
      )}
    </>
  );
}
