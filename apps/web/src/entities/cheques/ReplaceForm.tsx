import { ChequeReplacement } from '@daybook/domain';
import { Button, CloseButton, Fieldset, Stack, Text, Textarea } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { client } from '../../api.ts';
import { useRecordForm } from '../../data/form.ts';
import type { DayText } from '../../lib/dates.ts';
import { useFormat } from '../../lib/format.ts';
import { isNegative, negated, toUnits } from '../../lib/money.ts';
import { AmountInput } from '../../ui/AmountInput.tsx';
import { DayInput } from '../../ui/DayInput.tsx';
import { RecordDrawer } from '../../ui/RecordDrawer.tsx';
import type { Cheque } from './cheque.ts';
import { leftOf, nextWritten, type Written } from './replacement.ts';
import { SerialInput } from './SerialInput.tsx';
import { nextSerial } from './serials.ts';

const Replacement = ChequeReplacement.omit({ chequeID: true });

interface Values {
  readonly cheques: readonly Written[];
  readonly date: DayText | undefined;
  readonly reason: string;
}

interface Props {
  readonly cheque: Cheque;
  /** A serial that no cheque has. */
  readonly suggested: string | undefined;
  readonly onClose: () => void;
}

/** The cheques written in the place of one, which is cancelled. */
export function ReplaceForm({ cheque, suggested, onClose }: Props) {
  const { t } = useTranslation('cheques');
  const { today, number } = useFormat();
  const { _id: chequeID, serial, value } = cheque;
  const dueDate = cheque.dueDate < today() ? undefined : cheque.dueDate;
  const record = useRecordForm<Values>({
    resource: 'cheques',
    schema: Replacement,
    initial: { cheques: [{ key: 0, serial: suggested ?? '', dueDate, value }], date: today(), reason: '' },
    create: (values, once) => client.cheques.replace.mutate({ chequeID, ...Replacement.parse(values) }, once),
    saved: () => ({ name: t('named', { serial }), to: `/cheques/${chequeID}` }),
    onDone: onClose,
  });
  const { form } = record;
  const { cheques: written } = form.getValues();
  return (
    <RecordDrawer title={t('replaceTitle', { serial })} record={record} onClose={onClose}>
      <Text size="sm">{t('replaceText', { payee: cheque.payeeName })}</Text>
      {written.map(({ key }, index) => {
        const path = `cheques.${index}` as const;
        const before = written[index - 1]?.serial;
        return (
          <Fieldset key={key} legend={t('replacement', { number: number(index + 1) })} pos="relative">
            {written.length > 1 && (
              <CloseButton
                className="remove-part"
                aria-label={t('removeReplacement', { number: number(index + 1) })}
                onClick={() => form.removeListItem('cheques', index)}
              />
            )}
            <Stack gap="sm">
              <SerialInput
                required
                account={cheque.account}
                data-autofocus={index === 0 || undefined}
                suggested={before === undefined ? suggested : nextSerial(before)}
                {...form.getInputProps(`${path}.serial`)}
                onSuggested={(next) => {
                  form.setFieldValue(`${path}.serial`, next);
                  form.getInputNode(`${path}.serial`)?.focus();
                }}
              />
              <DayInput label={t('fields.dueDate')} required {...form.getInputProps(`${path}.dueDate`)} />
              <AmountInput label={t('fields.value')} required {...form.getInputProps(`${path}.value`)} />
            </Stack>
          </Fieldset>
        );
      })}
      <Left value={value} left={leftOf(value, written)} />
      <Button
        variant="light"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => form.insertListItem('cheques', nextWritten(value, written))}
      >
        {t('addReplacement')}
      </Button>
      <DayInput label={t('eventDay')} required {...form.getInputProps('date')} />
      <Textarea label={t('reason')} autosize minRows={2} {...form.getInputProps('reason')} />
    </RecordDrawer>
  );
}

/** What the replacements are less or more than the cheque. */
function Left({ value, left }: { readonly value: string; readonly left: string }) {
  const { t } = useTranslation('cheques');
  const { money } = useFormat();
  const whole = money(value);
  return (
    <Text size="sm" role="status" fw={600}>
      {toUnits(left) === 0n
        ? t('leftNothing', { whole })
        : isNegative(left)
          ? t('leftMore', { whole, amount: money(negated(left)) })
          : t('left', { whole, amount: money(left) })}
    </Text>
  );
}
