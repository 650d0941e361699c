import './page.css';
import { Button, Drawer, Indicator } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconFilterOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../lib/format.ts';
import { useIsNarrow } from '../lib/narrow.ts';
import { FilterWords } from './FilterWords.tsx';

interface Props {
  /** The field that is looked into most; it stays in sight in a narrow window. */
  readonly search?: ReactNode;
  /** The other fields. */
  readonly children?: ReactNode;
  /** How many filters are set. */
  readonly count: number;
  readonly onClear: () => void;
  /** In a narrow window, which has no headers: how the order is chosen. */
  readonly order?: ReactNode;
}

/** The filters of a list: side by side, or in a sheet behind one button. On paper stands in words what they say. */
export function FilterBar({ search, children, count, onClear, order }: Props) {
  const { t } = useTranslation();
  const isNarrow = useIsNarrow();
  const clear = count > 0 && (
    <Button variant="subtle" leftSection={<IconFilterOff size={16} aria-hidden />} onClick={onClear}>
      {t('clearFilters')}
    </Button>
  );
  return (
    <>
      <search className="filter-bar no-print" aria-label={t('filters')} data-filters>
        {search || (isNarrow && <span className="spread" />)}
        {!isNarrow && children}
        {!isNarrow && clear}
        {isNarrow && children && (
          <FilterSheet count={count} clear={clear}>
            {children}
          </FilterSheet>
        )}
        {isNarrow && order}
      </search>
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
