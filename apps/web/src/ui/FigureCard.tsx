import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Money } from './values.tsx';
import './figures.css';

interface Props {
  readonly label: string;
  /** An amount; undefined until it is known. */
  readonly value: string | undefined;
  /** Under the amount, such as how many records it is of. */
  readonly note?: string | undefined;
  /** Marks an amount that asks for attention, with more than colour. */
  readonly icon?: ReactNode;
  /** Where the records behind the figure are listed. */
  readonly to?: string;
  readonly search?: (old: object) => object;
  /** Whether that is what is listed now. */
  readonly isCurrent?: boolean;
}

/** An amount with its name; a link where its records can be listed. */
export function FigureCard({ label, value, note, icon, to, search, isCurrent = false }: Props) {
  const content = (
    <>
      <span className="figure-label">
        {icon}
        {label}
      </span>
      <span className="figure-value">{value === undefined ? '—' : <Money value={value} />}</span>
      <span className="figure-note">{note}</span>
    </>
  );
  const className = isCurrent ? 'figure current' : 'figure';
  if (!to) return <div className={className}>{content}</div>;
  return (
    <Link
      className={className}
      to={to}
      search={search as never}
      aria-current={isCurrent || undefined}
      // Else the link would call itself current wherever its filters are among those set.
      activeOptions={{ exact: true }}
      resetScroll={false}
      // A browser leaves one of which it sees a part where it is.
      onFocus={({ currentTarget }) => currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
    >
      {content}
    </Link>
  );
}

/** Figures side by side; in a narrow window one moves them sideways. */
export const Figures = ({ children }: { readonly children: ReactNode }) => (
  <div className="figures">{children}</div>
);
