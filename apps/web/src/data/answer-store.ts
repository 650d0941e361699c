import { clear, createStore } from 'idb-keyval';
import { serviceUrl } from '../lib/page.ts';

/** Answers that are kept on the device, by the person who read them. */
export const answerStore = createStore(`daybook-answers ${serviceUrl}`, 'answers');

/** A browser may keep nothing, as in a private window. */
export const ignore = () => undefined;

export const forgetAnswers = () => void clear(answerStore).catch(ignore);
