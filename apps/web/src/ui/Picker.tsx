import './picker.css';
import { Anchor, MultiSelect, type MultiSelectProps, Select, type SelectProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Choices, flat, type TypingOptions, useTyping } from './picker.ts';

type Own = 'data' | 'value' | 'onChange' | 'searchValue' | 'onSearchChange' | 'filter';

interface Props extends Omit<SelectProps, Own>, Pick<TypingOptions, 'choices' | 'isUnderWay' | 'onType'> {
  readonly value?: string | undefined;
  /** What the chosen one is called, where it may not be among the choices. */
  readonly chosenLabel?: string | undefined;
  readonly onChange?: ((value: string | undefined) => void) | undefined;
  /** Makes a new one of what was typed: the last choice, and offered beside a text that is no choice. */
  readonly creation?:
    | {
        readonly value: string;
        readonly label: (typed: string) => string;
        readonly onCreate: (typed: string) => void;
      }
    | undefined;
}

/** One of many, found by typing. */
export function Picker({
  choices,
  isUnderWay,
  onType,
  value,
  chosenLabel,
  onChange,
  creation,
  error,
  ...props
}: Props) {
  const { t } = useTranslation();
  const create = () => creation?.onCreate(typed?.trim() ?? '');
  const choose = (chosen: string | undefined) => {
    if (creation && chosen === creation.value) create();
    else if (chosen !== value) onChange?.(chosen);
  };
  const typing = useTyping(value, { choices, choose, isUnderWay, onType, creation: creation?.value });
  const { typed, shown, isFaulty } = typing;
  const name = chosenLabel ?? flat(choices).find((one) => one.value === value)?.label ?? '';
  return (
    <Select
      {...common}
      allowDeselect={false}
      clearButtonProps={{ 'aria-label': [t('clear'), props.label].filter(Boolean).join(': ') }}
      nothingFoundMessage={t('nothingFound')}
      {...props}
      {...typing.props}
      {...(isUnderWay && { nothingFoundMessage: t('loading') })}
      data={shown as SelectProps['data'] & object}
      value={value ?? null}
      searchValue={typed ?? name}
      onChange={(chosen) => {
        if (chosen !== creation?.value) typing.done();
        choose(chosen ?? undefined);
      }}
      error={
        isFaulty ? (
          <>
            {t('notChosen')}{' '}
            {creation && typed && (
              <Anchor component="button" type="button" inherit onClick={create}>
                {creation.label(typed.trim())}
              </Anchor>
            )}
          </>
        ) : (
          error
        )
      }
    />
  );
}

interface ManyProps extends Omit<MultiSelectProps, Own> {
  readonly choices: Choices;
  readonly isUnderWay?: boolean;
  readonly value: string[];
  readonly onChange: (value: string[]) => void;
}

/** Several of many, found by typing. */
export function MultiPicker({ choices, isUnderWay, value, onChange, error, ...props }: ManyProps) {
  const { t } = useTranslation();
  const left = flat(choices).filter((one) => !value.includes(one.value));
  const typing = useTyping(value.join(), {
    choices: left,
    isUnderWay,
    choose: (chosen) => chosen && onChange([...value, chosen]),
  });
  const { typed, shown, isFaulty } = typing;
  return (
    <MultiSelect
      {...common}
      clearButtonProps={{ 'aria-label': [t('clear'), props.label].filter(Boolean).join(': ') }}
      nothingFoundMessage={t('nothingFound')}
      hidePickedOptions
      {...props}
      {...typing.props}
      {...(isUnderWay && { nothingFoundMessage: t('loading') })}
      data={[...(typed ? shown : choices)] as MultiSelectProps['data'] & object}
      value={value}
      searchValue={typed ?? ''}
      onChange={(chosen) => {
        typing.done();
        onChange(chosen);
      }}
      error={isFaulty ? t('notChosen') : error}
    />
  );
}

const common = {
  searchable: true,
  // Typing opens it: a field that merely has the focus covers nothing.
  openOnFocus: false,
  filter: ({ options }: { readonly options: unknown }) => options as never,
  // The list itself scrolls, not a part of it that a keyboard could not reach.
  withScrollArea: false,
  styles: { options: { maxHeight: 280, overflowY: 'auto' } },
} as const;
