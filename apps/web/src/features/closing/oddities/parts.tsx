import { Anchor, Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactElement, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DayText } from '../../../lib/dates.ts';
import { useFormat } from '../../../lib/format.ts';
import { Day, Name } from '../../../ui/Values.tsx';
import type { Check } from '../logic/oddities.ts';

interface ItemsProps {
  readonly children: readonly ReactElement[];
  /** How many are shown at first. */
  readonly most?: number;
  /** Several stand in a line. */
  readonly isShort?: boolean;
}

/** What was found; of many a few at first. */
export function Items({ children, most = 5, isShort = false }: ItemsProps) {
  const { t } = useTranslation('closing');
  const [isOpen, setOpen] = useState(false);
  const shown = isOpen ? children : children.slice(0, most);
  return (
    <>
      <ul className={isShort ? 'closing-items short' : 'closing-items'}>
        {shown.map((item) => (
          <li key={item.key}>{item}</li>
        ))}
      </ul>
      {children.length > most && (
        <Button variant="subtle" size="compact-sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? t('odd.fewer') : t('odd.all', { count: children.length })}
        </Button>
      )}
    </>
  );
}

interface ToProps {
  readonly to: string;
  readonly search: object;
}

export const To = ({ to, search, children }: ToProps & { readonly children: ReactNode }) => (
  <Anchor component={Link} to={to} search={search as never} size="sm">
    {children}
  </Anchor>
);

/** A worker, with a link to where it can be corrected, and what is odd. */
export const Item = ({
  name,
  children,
  ...to
}: ToProps & { readonly name: string; readonly children: ReactNode }) => (
  <span className="closing-item">
    <To {...to}>
      <Name>{name}</Name>
    </To>
    {children}
  </span>
);

interface ShiftProps {
  readonly shift: Pick<Check['longShifts']['items'][number], 'date' | 'startingTime' | 'finishingTime'>;
  /** The day of another shift before it, which is not told again. */
  readonly known?: DayText;
}

/** A shift in words. */
export function ShiftText({ shift: { date, startingTime, finishingTime }, known }: ShiftProps) {
  const { clock } = useFormat();
  return (
    <span>
      {date !== known && (
        <>
          <Day value={date} />{' '}
        </>
      )}
      <span className="ltr number">
        {clock(startingTime)}–{clock(finishingTime)}
      </span>
    </span>
  );
}
