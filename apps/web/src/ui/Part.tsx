import './page.css';
import { Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

interface Props {
  readonly title: string;
  /** Beside the title. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A part of the page of a record, under a heading of its own. */
export function Part({ title, aside, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="part">
      <div className="section-head">
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        {aside}
      </div>
      {children}
    </section>
  );
}
