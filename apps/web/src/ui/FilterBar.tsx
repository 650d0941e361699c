import {
  ActionIcon,
  Button,
  CloseButton,
  Drawer,
  Indicator,
  Menu,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks';
import {
  IconAdjustmentsHorizontal,
  IconArrowDown,
  IconArrowsSort,
  IconArrowUp,
  IconChartBar,
  IconFilterOff,
  IconSearch,
} from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../lib/format.ts';
import { useIsNarrow } from '../lib/narrow.ts';
import { type Column, directionOf, toggledSort } from './columns.ts';
import { DayFilter } from './DayInput.tsx';
import './page.css';

interface Words {
  readonly label: string;
  readonly value: string;
}

/** On paper, in the place of the fields: what each of them is called and says. */
function FilterWords() {
  const { t } = useTranslation();
  const { comma } = useFormat();
  const [words, setWords] = useState<readonly Words[]>([]);
  const all = t('all');
  useEffect(() => {
    const read = () => flushSync(() => setWords(wordsOf(all, comma)));
    window.addEventListener('beforeprint', read);
    return () => window.removeEventListener('beforeprint', read);
  }, [all, comma]);
  if (words.length === 0) return null;
  return (
    <p className="print-only">
      {words.map(({ label, value }) => (
        <span key={label} className="print-filter">
          {label}: <bdi>{value}</bdi>
        </span>
      ))}
    </p>
  );
}

/** Read from the fields themselves, which know their names and what was chosen by its name. */
function wordsOf(all: string, comma: string): Words[] {
  return [...document.querySelectorAll('[data-filters] .mantine-InputWrapper-root')]
    .map((field) => {
      const pills = [...field.querySelectorAll('.mantine-Pill-label')].map(({ textContent }) => textContent);
      const typed = field.querySelector('input')?.value ?? '';
      return {
        label: field.querySelector('.mantine-InputWrapper-label')?.textContent ?? '',
        value: pills.join(comma) || typed,
      };
    })
    .filter(({ label, value }) => label !== '' && value !== '' && value !== all);
}

interface FilterBarProps {
  /** The field that is looked into most; it stays in sight in a narrow window. */
  readonly search?: ReactNode;
  /** The other fields. */
  readonly children?: ReactNode;
  /** How many filters are set. */
  readonly count: number;
  readonly onClear: () => void;
  /** In a narrow window, which has no headers: how the order is chosen. */
  readonly order?: ReactNode;
  /** Totals over the list; in a narrow window they are folded, so that the list begins high. */
  readonly figures?: ReactNode;
}

/** The filters of a list: side by side, or in a sheet behind one button. On paper stands in words what they say. */
export function FilterBar({ search, children, count, onClear, order, figures }: FilterBarProps) {
  const { t } = useTranslation();
  const isNarrow = useIsNarrow();
  const [isOpen, { toggle }] = useDisclosure();
  const clear = count > 0 && (
    <Button variant="subtle" leftSection={<IconFilterOff size={16} aria-hidden />} onClick={onClear}>
      {t('clearFilters')}
    </Button>
  );
  return (
    <>
      {!isNarrow && figures}
      <search className="filter-bar no-print" aria-label={t('filters')} data-filters>
        {search || (isNarrow && <span className="spread" />)}
        {!isNarrow && children}
        {!isNarrow && clear}
        {isNarrow && children && (
          <FilterSheet count={count} clear={clear}>
            {children}
          </FilterSheet>
        )}
        {isNarrow && figures && (
          <ActionIcon
            variant="default"
            size="input-sm"
            aria-label={t('totals')}
            aria-expanded={isOpen}
            onClick={toggle}
          >
            <IconChartBar size={18} aria-hidden />
          </ActionIcon>
        )}
        {isNarrow && order}
      </search>
      {isNarrow && isOpen && figures}
      <FilterWords />
    </>
  );
}

interface SheetProps {
  readonly count: number;
  readonly clear: ReactNode;
  readonly children: ReactNode;
}

function FilterSheet({ count, clear, children }: SheetProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Indicator label={<span aria-hidden>{number(count)}</span>} size={18} disabled={count === 0}>
        <Button
          variant="default"
          px="sm"
          aria-label={count > 0 ? t('filtersSet', { number: number(count) }) : t('filters')}
          onClick={open}
        >
          <IconAdjustmentsHorizontal size={20} aria-hidden />
        </Button>
      </Indicator>
      <Drawer
        opened={isOpen}
        onClose={close}
        title={t('filters')}
        position="bottom"
        size="auto"
        keepMounted
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        <div className="filter-sheet" data-filters>
          {children}
          {clear}
          <Button onClick={close}>{t('showList')}</Button>
        </div>
      </Drawer>
    </>
  );
}

interface Range {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

interface RangeFilterProps {
  readonly value: Range;
  readonly onChange: (changes: Range) => void;
  readonly w?: number;
  /** What the days are called where it is not simply from and to. */
  readonly labels?: { readonly from: string; readonly to: string };
}

/** The first and the last day of a list. */
export function RangeFilter({ value, onChange, w = 140, labels }: RangeFilterProps) {
  const { t } = useTranslation();
  const isReversed = value.from !== undefined && value.to !== undefined && value.from > value.to;
  return (
    <>
      <DayFilter
        label={labels?.from ?? t('from')}
        w={w}
        value={value.from}
        onChange={(from) => onChange({ from })}
      />
      <DayFilter
        label={labels?.to ?? t('to')}
        w={w}
        value={value.to}
        onChange={(to) => onChange({ to })}
        error={isReversed && t('reversedDays')}
      />
    </>
  );
}

interface SortMenuProps {
  readonly columns: readonly Pick<Column<never>, 'key' | 'header' | 'sortBy'>[];
  readonly sort: string | undefined;
  readonly onSort: (sort: string | undefined) => void;
}

/** The order of a list without headers; chosen again, a column sorts the other way round. */
export function SortMenu({ columns, sort, onSort }: SortMenuProps) {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size="input-sm" aria-label={t('order')}>
          <IconArrowsSort size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {columns
          .filter(({ sortBy }) => sortBy)
          .map(({ key, header }) => {
            const direction = directionOf(key, sort);
            const Icon = direction === 'descending' ? IconArrowDown : IconArrowUp;
            return (
              <Menu.Item
                key={key}
                rightSection={direction !== 'none' && <Icon size={16} aria-label={t(direction)} />}
                onClick={() => onSort(toggledSort(key, sort))}
              >
                {t('sortBy', { column: header })}
              </Menu.Item>
            );
          })}
      </Menu.Dropdown>
    </Menu>
  );
}

interface SearchInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** Text to search for; asked a moment after the last key. */
export function SearchInput({ value, onChange, ...props }: SearchInputProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(value ?? '');
  const tell = useDebouncedCallback((text: string) => onChange(text || undefined), {
    delay: 300,
    flushOnUnmount: false,
  });
  useEffect(() => setTyped(value ?? ''), [value]);
  const type = (text: string) => {
    setTyped(text);
    tell(text);
  };
  return (
    <TextInput
      type="search"
      label={t('search')}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        typed && (
          <CloseButton size="sm" aria-label={`${t('clear')}: ${t('search')}`} onClick={() => type('')} />
        )
      }
      value={typed}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      {...props}
    />
  );
}
