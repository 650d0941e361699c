import { useEffect, useRef } from 'react';

interface Address {
  readonly pathname: string;
  readonly search: object;
}

export interface Unsaved {
  /** Whether something was typed that would be lost. */
  readonly isDirty: () => boolean;
  /** Whether both addresses show what was typed, so that nothing is lost between them. */
  readonly isSame: (current: Address, next: Address) => boolean;
}

const open = new Set<Unsaved>();

const isSamePage = (current: Address, next: Address) => current.pathname === next.pathname;

/** Whoever leaves this page, logs out, goes back or reloads is asked before what was typed here is lost. */
export function useUnsaved(isDirty: () => boolean, isSame: Unsaved['isSame'] = isSamePage) {
  const latest = useRef({ isDirty, isSame });
  latest.current = { isDirty, isSame };
  useEffect(() => {
    const own: Unsaved = {
      isDirty: () => latest.current.isDirty(),
      isSame: (current, next) => latest.current.isSame(current, next),
    };
    open.add(own);
    return () => void open.delete(own);
  }, []);
}

/** Whether anything typed on the page would be lost: altogether, or on the way from one address to another. */
export const hasUnsaved = (current?: Address, next?: Address): boolean =>
  [...open].some(({ isDirty, isSame }) => isDirty() && !(current && next && isSame(current, next)));
