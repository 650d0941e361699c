import type { ComponentPropsWithRef } from 'react';

type Props = ComponentPropsWithRef<'button'> & { readonly 'data-loading'?: boolean };

/**
 * The element of a button that saves: `<Button component={BusyButton} loading={busy}>`. Mantine disables a button that is
 * loading, and a disabled one loses the focus (WCAG 2.4.3); this one keeps it and does nothing.
 */
export const BusyButton = ({ disabled, onClick, type, ...props }: Props) => (
  <button
    {...props}
    type={type ?? 'button'}
    aria-disabled={disabled || undefined}
    aria-busy={props['data-loading'] || undefined}
    onClick={(event) => (disabled ? event.preventDefault() : onClick?.(event))}
  />
);
