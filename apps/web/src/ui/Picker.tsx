import {
  Anchor,
  type ComboboxParsedItem,
  MultiSelect,
  type MultiSelectProps,
  Select,
  type SelectProps,
} from '@mantine/core';
import { useDidUpdate } from '@mantine/hooks';
import { type FormEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAnnouncement } from '../lib/announce.ts';
import { folded, foldedFilter } from '../lib/text.ts';
import './fields.css';

export interface Choice {
  readonly value: string;
  readonly label: string;
}

interface ChoiceGroup {
  readonly group: string;
  readonly items: readonly Choice[];
}

type Choices = readonly Choice[] | readonly ChoiceGroup[];

const isGroup = (one: Choice | ChoiceGroup): one is ChoiceGroup => 'items' in one;

const flat = (choices: Choices): readonly Choice[] =>
  choices.flatMap((one: Choice | ChoiceGroup) => (isGroup(one) ? one.items : [one]));

/** The choices whose names contain what was typed. */
const matching = (choices: Choices, typed: string): Choices =>
  foldedFilter({
    options: [...choices] as ComboboxParsedItem[],
    search: typed,
    limit: Number.POSITIVE_INFINITY,
  }) as Choices;

/** The one that was meant by a text that was left as it is: the only one, or one of exactly that name. */
const meant = (found: readonly Choice[], typed: string): Choice | undefined =>
  found.length === 1 ? found[0] : found.find(({ label }) => folded(label) === folded(typed));

export interface TypingOptions {
  readonly choices: Choices;
  /** Undefined: none, since what stands there is none of the choices. */
  readonly choose: (value: string | undefined) => void;
  /** The choices are not those of what was typed yet. */
  readonly isUnderWay?: boolean | undefined;
  /** Where the service searches: the choices are those it has found. */
  readonly onType?: ((typed: string) => void) | undefined;
  /** The choice, last in the list, that makes a new one of what was typed. */
  readonly creation?: string | undefined;
  /** The choices only resemble what was typed: Enter takes none of them by itself. */
  readonly isAsking?: boolean | undefined;
}

/**
 * Typing in a picker. Enter takes the first match, also one that is still on its way, and never submits the form; a text
 * that is no choice stays where it is, and `isFaulty` says so.
 */
function useTyping(
  value: unknown,
  { choices, choose, isUnderWay = false, onType, creation, isAsking = false }: TypingOptions,
) {
  const [typed, setTyped] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const [isFaulty, setFaulty] = useState(false);
  /** What is to be done once it is known what matches. */
  const [wanted, setWanted] = useState<'first' | 'meant'>();
  const hasMoved = useRef(false);
  const shown = onType || typed === undefined ? choices : matching(choices, typed);
  const found = flat(shown);
  const reset = (text?: string) => {
    setTyped(text);
    onType?.(text ?? '');
    setFaulty(false);
    setWanted(undefined);
    hasMoved.current = false;
  };
  useDidUpdate(() => {
    if (value !== undefined) reset();
  }, [value]);

  const take = (one: Choice | undefined) => {
    if (one && one.value !== creation) reset();
    else setFaulty(true);
    setOpen(false);
    choose(one?.value);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as soon as it is known what matches
  useEffect(() => {
    if (!wanted || isUnderWay || typed === undefined) return;
    setWanted(undefined);
    if (wanted === 'first') found[0] && !isAsking ? take(found[0]) : setFaulty(true);
    else
      take(
        meant(
          found.filter((one) => one.value !== creation),
          typed,
        ),
      );
  }, [wanted, isUnderWay]);

  const hasText = typed !== undefined && typed.trim() !== '';
  const count = found.filter((one) => one.value !== creation).length;
  const { t } = useTranslation('commands');
  const { t: common } = useTranslation();
  const announcement = count === 0 ? t('nothing') : t('found', { count });
  useAnnouncement(isOpen && hasText && !isUnderWay ? announcement : undefined);
  const input = useRef<HTMLInputElement>(null);
  // Of a list without a choice the component says that it is there, and that the last choice in it is active.
  useLayoutEffect(() => {
    const active = input.current?.getAttribute('aria-activedescendant');
    if (active && !document.getElementById(active)) input.current?.removeAttribute('aria-activedescendant');
    input.current?.setAttribute('aria-expanded', String(isOpen && found.length > 0));
  });
  return {
    typed,
    shown,
    isFaulty,
    /** After a choice by the list itself. */
    done: () => reset(),
    props: {
      ref: input,
      ...(isUnderWay && { nothingFoundMessage: common('loading') }),
      dropdownOpened: isOpen,
      onDropdownOpen: () => setOpen(true),
      onDropdownClose: () => setOpen(false),
      onInput: ({ currentTarget }: FormEvent<HTMLInputElement>) => reset(currentTarget.value),
      // Before the list's own keys.
      onKeyDownCapture: (event: KeyboardEvent) => {
        if (event.key.startsWith('Arrow')) hasMoved.current = true;
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
        if (isOpen) event.preventDefault();
        // What the arrows have led to is taken by the list itself.
        if (!hasText || (isOpen && hasMoved.current)) return;
        event.preventDefault();
        event.stopPropagation();
        setWanted('first');
      },
      onBlur: () => {
        if (typed === undefined || wanted) return;
        if (hasText) return setWanted('meant');
        reset();
        choose(undefined);
      },
      classNames: hasText ? typingClasses : {},
      'data-unchosen': hasText || undefined,
    },
  };
}

const typingClasses = { options: 'picker-options', group: 'picker-group' };

type Own = 'data' | 'value' | 'onChange' | 'searchValue' | 'onSearchChange' | 'filter';

interface Props
  extends Omit<SelectProps, Own>,
    Pick<TypingOptions, 'choices' | 'isUnderWay' | 'onType' | 'isAsking'> {
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
  isAsking,
  onType,
  value,
  chosenLabel,
  onChange,
  creation,
  error,
  ...props
}: Props) {
  const { t } = useTranslation();
  const { t: commands } = useTranslation('commands');
  const create = () => creation?.onCreate(typed?.trim() ?? '');
  const choose = (chosen: string | undefined) => {
    if (creation && chosen === creation.value) create();
    else if (chosen !== value) onChange?.(chosen);
  };
  const typing = useTyping(value, {
    choices,
    choose,
    isUnderWay,
    isAsking,
    onType,
    creation: creation?.value,
  });
  const { typed, shown, isFaulty } = typing;
  const name = chosenLabel ?? flat(choices).find((one) => one.value === value)?.label ?? '';
  return (
    <Select
      {...common}
      allowDeselect={false}
      clearButtonProps={{
        'aria-label': props.label ? t('clearField', { field: String(props.label) }) : t('clear'),
      }}
      nothingFoundMessage={commands('nothing')}
      {...props}
      {...typing.props}
      data={shown as SelectProps['data'] & object}
      value={value ?? null}
      searchValue={typed ?? name}
      onChange={(chosen) => {
        if (chosen !== creation?.value) typing.done();
        choose(chosen ?? undefined);
      }}
      // The one that is chosen already is no change.
      onOptionSubmit={(chosen) => chosen === value && typing.done()}
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
  const { t: commands } = useTranslation('commands');
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
      clearButtonProps={{
        'aria-label': props.label ? t('clearField', { field: String(props.label) }) : t('clear'),
      }}
      nothingFoundMessage={commands('nothing')}
      hidePickedOptions
      {...props}
      {...typing.props}
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
