import type { ReactNode } from 'react';
import { Name } from '../../../ui/Values.tsx';
import type { Paper } from '../usePaper.ts';

interface Props {
  readonly title: ReactNode;
  /** Who signs; where it is not known, there is a line to write it on. */
  readonly name?: string;
  readonly both: (text: (of: Paper) => string) => ReactNode;
}

/** Where one of the two sides signs and puts the day. */
export function Signature({ title, name, both }: Props) {
  return (
    <div className="list-signature">
      <p>{title}</p>
      {name ? (
        <p>
          <Name>{name}</Name>
        </p>
      ) : (
        <p className="list-line">{both(({ t }) => t('name'))}</p>
      )}
      <p className="list-line">{both(({ t }) => t('signature'))}</p>
      <p className="list-line">{both(({ t }) => t('date'))}</p>
    </div>
  );
}
