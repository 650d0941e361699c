import type { ChequeForm } from '@daybook/domain';
import { Checkbox, Fieldset, SimpleGrid } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { defaultForm, type FieldName, fieldNames } from './places.ts';
import { LengthInput } from './Ruler.tsx';

/** What the fields of a cheque are called. */
export function useFieldNames(): Readonly<Record<FieldName, string>> {
  const { t } = useTranslation('printing');
  return {
    date: t('fields.date'),
    payee: t('fields.payee'),
    amount: t('fields.amount'),
    words: t('fields.words'),
    wordsSecondLine: t('fields.wordsSecondLine'),
    crossed: t('fields.crossed'),
  };
}

interface Props {
  readonly form: UseFormReturnType<{ readonly chequeForm: ChequeForm }>;
}

/** Millimetres of the form, and of each field that it has. */
export function FormFields({ form }: Props) {
  const { t } = useTranslation('printing');
  const names = useFieldNames();
  const { chequeForm } = form.getValues();
  const length = (path: string, label: string, value: number | undefined) => (
    <LengthInput
      {...form.getInputProps(`chequeForm.${path}`)}
      label={label}
      value={value}
      onChange={(changed) => form.setFieldValue(`chequeForm.${path}`, changed as never)}
    />
  );
  const setPlace = (name: FieldName, isThere: boolean) =>
    form.setFieldValue('chequeForm.fields', {
      ...chequeForm.fields,
      [name]: isThere ? defaultForm.fields[name] : undefined,
    });
  const margins = [
    ['left', t('marginLeft')],
    ['top', t('marginTop')],
  ] as const;
  const setMargin = (name: 'left' | 'top', value: number | undefined) =>
    form.setFieldValue('chequeForm.margin', { left: 0, top: 0, ...chequeForm.margin, [name]: value ?? 0 });
  return (
    <>
      <Fieldset legend={t('sheet')} className="place-fields">
        <SimpleGrid cols={4} spacing="xs">
          {length('width', t('width'), chequeForm.width)}
          {length('height', t('height'), chequeForm.height)}
          {margins.map(([name, label]) => (
            <LengthInput
              key={name}
              {...form.getInputProps(`chequeForm.margin.${name}`)}
              label={label}
              value={chequeForm.margin?.[name] ?? 0}
              onChange={(value) => setMargin(name, value)}
            />
          ))}
        </SimpleGrid>
      </Fieldset>
      {fieldNames.map((name) => {
        const place = chequeForm.fields[name];
        return (
          <Fieldset
            key={name}
            className="place-fields"
            legend={
              <Checkbox
                size="sm"
                label={names[name]}
                checked={place !== undefined}
                onChange={({ currentTarget }) => setPlace(name, currentTarget.checked)}
              />
            }
          >
            {place && (
              <SimpleGrid cols={4} spacing="xs">
                {length(`fields.${name}.x`, t('fromLeft'), place.x)}
                {length(`fields.${name}.y`, t('fromTop'), place.y)}
                {length(`fields.${name}.width`, t('width'), place.width)}
                {length(`fields.${name}.size`, t('letters'), place.size)}
              </SimpleGrid>
            )}
          </Fieldset>
        );
      })}
    </>
  );
}
