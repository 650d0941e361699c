import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';

type Begun = 'new' | 'series';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What is begun on the page as soon as it is there: a new record, or a series of them. */
    readonly begin?: Begun | undefined;
  }
}

/** Begins a new record where the way to this page says so: `<Link to="/cheques" state={{ begin: 'new' }}>`. */
export function useBegin(begin: () => void, what: Begun = 'new') {
  // Of the place that is shown, not of one on whose way the page still is.
  const isAsked = useRouterState({
    select: ({ resolvedLocation }) => resolvedLocation?.state.begin === what,
  });
  const navigate = useNavigate();
  const start = useEffectEvent(() => {
    // Once, and not again by going back.
    void navigate({ to: '.', search: true, state: { begin: undefined }, replace: true });
    begin();
  });
  useEffect(() => {
    if (isAsked) start();
  }, [isAsked]);
}
