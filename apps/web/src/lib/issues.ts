import { isApiError } from '@daybook/client';
import { type Issue, issuesOf } from '@daybook/domain';
import { ZodError } from 'zod';
import { useIssueText } from './errors.ts';

// Apart from errors.ts, since the log-in page needs no zod.

/** The fields at fault, whether the service found them or a schema in the browser. */
export const issuesIn = (error: unknown): readonly Issue[] =>
  error instanceof ZodError ? issuesOf(error) : (isApiError(error) && error.data.issues) || [];

/** For each field at fault, by its path with points, what a person is told; '' is the input as a whole. */
export function useFieldErrors() {
  const textOf = useIssueText();
  return (issues: readonly Issue[]): Record<string, string> =>
    Object.fromEntries(issues.map((issue) => [issue.path.join('.'), textOf(issue)]));
}
