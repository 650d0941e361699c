import type { ComboboxParsedItem } from '@mantine/core';
import { useDidUpdate } from '@mantine/hooks';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { folded, foldedFilter } from '../lib/fold.ts';

export interface Choice {
  readonly value: string;
  readonly label: string;
}

export interface ChoiceGroup {
  readonly group: string;
  readonly items: readonly Choice[];
}

export type Choices = readonly Choice[] | readonly ChoiceGroup[];

const isGroup = (one: Choice | ChoiceGroup): one is ChoiceGroup => 'items' in one;

export const flat = (choices: Choices): readonly Choice[] =>
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
}

/**
 * Typing in a picker. Enter takes the first match, also one that is still on its way, and never submits the form; a text
 * that is no choice stays where it is, and `isFaulty` says so.
 */
export function useTyping(
  value: unknown,
  { choices, choose, isUnderWay = false, onType, creation }: TypingOptions,
) {
  const [typed, setTyped] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const [isFaulty, setFaulty] = useState(false);
  /** What is to be done once it is known what matches. */
  const [wanted, setWanted] = useState<'first' | 'meant'>();
  const hasMoved = useRef(false);
  const shown = onType || typed === undefined ? choices : matching(choices, typed);
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
    const found = flat(shown);
    if (wanted === 'first') found[0] ? take(found[0]) : setFaulty(true);
    else
      take(
        meant(
          found.filter((one) => one.value !== creation),
          typed,
        ),
      );
  }, [wanted, isUnderWay]);

  const hasText = typed !== undefined && typed.trim() !== '';
  return {
    typed,
    shown,
    isFaulty,
    /** After a choice by the list itself. */
    done: () => reset(),
    props: {
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
