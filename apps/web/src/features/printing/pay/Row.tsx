import type { ReactNode } from 'react';
import { Both } from '../list/Both.tsx';
import type { Paper } from '../usePaper.ts';
import type { Papers } from './papers.ts';

interface Props {
  readonly text: (of: Paper) => string;
  readonly papers: Papers;
  readonly children: ReactNode;
}

/** What something is called, and what it is. */
export function Row({ text, papers, children }: Props) {
  return (
    <div className="pay-row">
      <dt>
        <Both text={text} {...papers} />
      </dt>
      <dd>{children}</dd>
    </div>
  );
}
