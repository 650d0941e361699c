import { LogCreate } from '@daybook/domain';
import { z } from 'zod';
import { bodyOf, type LogValues } from './values.ts';

/** Judges what was typed as the service will. */
export const LogDraft = z.preprocess((typed) => {
  const values = typed as LogValues & { readonly worker: string };
  return { ...bodyOf(values), worker: values.worker || undefined };
}, LogCreate);
