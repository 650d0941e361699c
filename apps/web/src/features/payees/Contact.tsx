import { Anchor } from '@mantine/core';

/** A number to call. */
export function Phone({ children }: { readonly children: string }) {
  if (!children) return null;
  return (
    <Anchor href={`tel:${children}`} className="ltr number" inherit>
      {children}
    </Anchor>
  );
}

/** An address to write to. */
export function Mail({ children }: { readonly children: string }) {
  if (!children) return null;
  return (
    <Anchor href={`mailto:${encodeURIComponent(children).replace('%40', '@')}`} className="ltr" inherit>
      {children}
    </Anchor>
  );
}
