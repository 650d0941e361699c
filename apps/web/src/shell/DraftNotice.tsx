import { notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { keepDraftsOf } from '../data/drafts.ts';
import { useMe } from '../data/me.ts';

/** Says after a log-in that what was typed before it is still there. */
export function DraftNotice() {
  const { t } = useTranslation();
  const { _id } = useMe();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, whatever the language becomes
  useEffect(() => {
    if (keepDraftsOf(_id)) notifications.show({ message: t('draftsKept'), autoClose: 10_000 });
  }, [_id]);
  return null;
}
