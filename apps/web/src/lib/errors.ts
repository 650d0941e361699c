import { isApiError, isNetworkError } from '@daybook/client';
import type { Issue } from '@daybook/domain';
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { useFormat } from './format.ts';

/** A failure whose message is already in the person's language. */
export class LocalizedError extends Error {}

/** Whether it was refused because the caller's role needs a second factor and there is none. */
export const isEnrolmentRequired = (error: unknown): boolean =>
  isApiError(error) && error.data.code === 'ENROLMENT_REQUIRED';

/** What decides about the plural. */
const limitOf = (params: object): number =>
  Number('max' in params ? params.max : 'min' in params ? params.min : 0);

const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);

/** What a person is told of an issue; the service's own words, in English, where it is newer than the texts. */
export function useIssueText() {
  const { t } = useTranslation('issues');
  const { amount, day } = useFormat();
  const example = amount('12.50');
  const shown = (params: object) =>
    Object.fromEntries(
      Object.entries(params).map(([name, value]) => [name, isDay(value) ? day(value) : value]),
    );
  return ({ code, params, message }: Issue): string =>
    t(code, {
      ...shown(params ?? {}),
      example,
      count: params && limitOf(params),
      defaultValue: message,
    });
}

/** What a person is told of an error, by its code in their language: of the fields at fault where there are some. */
export function useErrorText() {
  const { t } = useTranslation();
  const textOf = useIssueText();
  return (error: unknown): string => {
    if (isNetworkError(error)) return t('errors.NETWORK');
    if (error instanceof LocalizedError) return error.message;
    if (!isApiError(error)) return t('errors.INTERNAL');
    const { code, issues, retryAfter } = error.data;
    if (code === 'TOO_MANY_REQUESTS' && retryAfter) {
      const { unit, count } = waitOf(retryAfter);
      return t(`tryAgainIn.${unit}`, { count });
    }
    return issues?.map(textOf).join(' ') || t(`errors.${code}`, { defaultValue: error.message });
  };
}

/** Tells of a failed change that no form shows. */
export function useFailureNotice() {
  const { t } = useTranslation();
  const textOf = useErrorText();
  return (error: unknown, title = t('notSaved')) =>
    notifications.show({
      color: 'red',
      role: 'alert',
      title,
      message: textOf(error),
      autoClose: 20_000,
    });
}

/** How long to wait; never less than it is. */
export const waitOf = (seconds: number) =>
  seconds < 60
    ? ({ unit: 'seconds', count: Math.ceil(seconds) } as const)
    : ({ unit: 'minutes', count: Math.ceil(seconds / 60) } as const);
