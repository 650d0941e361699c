import { useSyncExternalStore } from 'react';
import { serviceUrl } from '../lib/page.ts';
import { useMe } from './me.ts';

/** What is asked once, and the steps of the first day. */
type Question = 'pastDueCheques' | `step ${string}`;

const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  // Of another tab.
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** Which of these questions the caller has answered on this device, or wants to hear no more of. */
export function useDismissals<Q extends Question>(questions: readonly Q[]) {
  const { _id } = useMe();
  const keyOf = (question: Q) => `daybook-answered ${serviceUrl} ${_id} ${question}`;
  const dismissed = useSyncExternalStore(subscribe, () =>
    questions.filter((question) => localStorage.getItem(keyOf(question)) !== null).join('\n'),
  ).split('\n');
  const set = (question: Q, value: boolean) => {
    if (value) localStorage.setItem(keyOf(question), 'yes');
    else localStorage.removeItem(keyOf(question));
    for (const listener of listeners) listener();
  };
  return {
    isDismissed: (question: Q) => dismissed.includes(question),
    dismiss: (question: Q) => set(question, true),
    askAgain: (question: Q) => set(question, false),
  };
}

/** The same of one question. */
export function useDismissal(question: Question) {
  const { isDismissed, dismiss, askAgain } = useDismissals([question]);
  return {
    isDismissed: isDismissed(question),
    dismiss: () => dismiss(question),
    askAgain: () => askAgain(question),
  };
}
