import './page.css';
import type { Icon } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

interface Props {
  readonly label: string;
  readonly views: readonly { readonly to: string; readonly name: string; readonly icon?: Icon }[];
}

/** The way between several views of the same records. */
export function ViewTabs({ label, views }: Props) {
  return (
    <nav className="views no-print" aria-label={label}>
      {views.map(({ to, name, icon: Icon }) => (
        <Link key={to} to={to} activeOptions={{ exact: true, includeSearch: false }}>
          {Icon && <Icon size={16} aria-hidden />}
          {name}
        </Link>
      ))}
    </nav>
  );
}
