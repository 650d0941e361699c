import { isApiError, isNetworkError } from '@daybook/client';
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { waitText } from './waits.ts';

/** A failure whose message is already in the person's language. */
export class Told extends Error {}

/**
 * What a person is told of an error: by its code in their language. The service's own words, in English, stay
 * where they say more than the code does, and are translated where they are known (namespace `messages`).
 */
export function useErrorText() {
  const { t, i18n } = useTranslation();
  const messageOf = useMessageText();
  return (error: unknown): string => {
    if (isNetworkError(error)) return t('errors.NETWORK');
    if (error instanceof Told) return error.message;
    if (!isApiError(error)) return t('errors.INTERNAL');
    const { code, issues, retryAfter } = error.data;
    if (code === 'TOO_MANY_REQUESTS' && retryAfter)
      return t('errors.TOO_MANY_REQUESTS_WAIT', { wait: waitText(retryAfter, i18n.language) });
    const told = issues?.map(({ message }) => messageOf(message)).join(' ');
    if (told) return told;
    return i18n.exists(`errors.${code}`) ? t(`errors.${code}`) : messageOf(error.message);
  };
}

const required = 'This is required.';

/** A message of the shared schemas in the person's language; numbers in it are kept. */
export function useMessageText() {
  const { t } = useTranslation('messages');
  return (whole: string): string => {
    const message = whole.startsWith(required) ? required : whole;
    const [count] = /\d+/.exec(message) ?? [];
    const key = message.replace(/\d+/, '{{count}}');
    const options = { keySeparator: false, nsSeparator: false } as const;
    return t(message, { ...options, defaultValue: t(key, { ...options, count, defaultValue: message }) });
  };
}

/** Tells of a failed change that no form shows. */
export function useFailureNotice() {
  const { t } = useTranslation();
  const textOf = useErrorText();
  return (error: unknown) =>
    notifications.show({ color: 'red', title: t('notSaved'), message: textOf(error), autoClose: 10_000 });
}
