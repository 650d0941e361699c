import { Button, Group, Text, TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.ts';
import { useFormat } from '../../lib/format.ts';

interface Props extends TextInputProps {
  readonly value?: string;
  /** The cheque that is changed; a new one gets a suggestion. */
  readonly chequeID?: string | undefined;
  /** The bank account that it is of; in another one the same serial says nothing. */
  readonly account?: string | null | undefined;
  readonly suggested: string | undefined;
  readonly onSuggested: (serial: string) => void;
}

/** A serial: says which other cheque has the same one, which is allowed, and suggests the next. */
export function SerialInput({ value = '', chequeID, account, suggested, onSuggested, ...props }: Props) {
  const { t } = useTranslation('cheques');
  const { day, money } = useFormat();
  const [settled] = useDebouncedValue(value.trim(), 250);
  const { data } = useQuery({
    ...api.cheques.list.queryOptions({ serial: settled, account: account ?? undefined, limit: 2 }),
    enabled: settled !== '' && settled.length <= 64,
  });
  const duplicate = data?.items.find(({ _id, serial }) => _id !== chequeID && serial === value.trim());
  return (
    <div>
      <TextInput label={t('fields.serial')} dir="ltr" autoComplete="off" value={value} {...props} />
      <div role="status">
        {duplicate && (
          <Group gap={6} mt={4} wrap="nowrap" align="flex-start">
            <IconAlertTriangle size={16} className="state-icon soon" aria-hidden />
            <Text size="sm">
              {t('serialExists', {
                payee: duplicate.payeeName,
                value: money(duplicate.value),
                date: day(duplicate.dueDate),
              })}
            </Text>
          </Group>
        )}
      </div>
      {chequeID === undefined && suggested && value.trim() !== suggested && (
        <Button size="compact-sm" variant="light" mt={6} onClick={() => onSuggested(suggested)}>
          {t('useSerial', { serial: suggested })}
        </Button>
      )}
    </div>
  );
}
