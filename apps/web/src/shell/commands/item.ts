import type { ReactNode } from 'react';

export const groups = ['actions', 'views', 'pages', 'people', 'payees', 'cheques', 'look'] as const;
type Group = (typeof groups)[number];

/** What the palette offers. */
export interface Item {
  readonly id: string;
  readonly group: Group;
  readonly label: string;
  readonly keywords?: string | undefined;
  readonly hint?: ReactNode;
  /** Keys that do the same, as tinykeys reads them. */
  readonly keys?: string | undefined;
  readonly run: () => void;
}
