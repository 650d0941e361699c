import { Anchor } from '@mantine/core';
import { mailLink, phoneLink } from '../lib/contact-links.ts';

interface Contact {
  readonly children: string;
}

/** A number to call. */
export function Phone({ children }: Contact) {
  const link = phoneLink(children);
  if (!link) return children;
  return (
    <Anchor href={link} className="ltr number" inherit>
      {children}
    </Anchor>
  );
}

/** An address to write to. */
export function Mail({ children }: Contact) {
  if (!children) return null;
  return (
    <Anchor href={mailLink(children)} className="ltr" inherit>
      {children}
    </Anchor>
  );
}
