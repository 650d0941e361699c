import './figures.css';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface Props {
  readonly tone: 'quiet' | 'info' | 'success' | 'warning' | 'danger';
  readonly icon?: Icon;
  readonly children: ReactNode;
}

/** A state: a word and an icon on a soft ground, never colour alone. */
export function Chip({ tone, icon: Icon, children }: Props) {
  return (
    <span className={`chip ${tone}`}>
      {Icon && <Icon size={14} aria-hidden />}
      {children}
    </span>
  );
}
