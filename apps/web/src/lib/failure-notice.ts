import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { useErrorText } from './errors.ts';

/** Tells of a failed change that no form shows. */
export function useFailureNotice() {
  const { t } = useTranslation();
  const textOf = useErrorText();
  return (error: unknown) =>
    notifications.show({
      color: 'red',
      role: 'alert',
      title: t('notSaved'),
      message: textOf(error),
      autoClose: 20_000,
    });
}
