import type { ReactNode } from 'react';
import type { Paper } from '../usePaper.ts';

interface Props {
  readonly title: ReactNode;
  readonly both: (text: (of: Paper) => string) => ReactNode;
}

/** Where one of the two sides writes its name, signs and puts the day. */
export function Signature({ title, both }: Props) {
  return (
    <div className="list-signature">
      <p>{title}</p>
      <p className="list-line">{both(({ t }) => t('name'))}</p>
      <p className="list-line">{both(({ t }) => t('signature'))}</p>
      <p className="list-line">{both(({ t }) => t('date'))}</p>
    </div>
  );
}
