import type { Inputs } from '@daybook/client';
import { isApiError, once } from '@daybook/client';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../api.ts';
import { useChange } from '../../data/change.tsx';
import { useKindWords } from '../../entities/closings/useKindWords.ts';
import { LocalizedError } from '../../lib/errors.ts';
import { useFormat } from '../../lib/format.ts';
import { issuesIn } from '../../lib/issues.ts';

/** What is closed up to a later day since would be opened, which nobody meant. */
const isReopening = (error: unknown) =>
  isApiError(error) &&
  (error.data.code === 'FORBIDDEN' || issuesIn(error).some(({ code }) => code === 'reason_required'));

type Body = Inputs['closings']['create'];

/** Closes, and says so. */
export function useClose() {
  const { t } = useTranslation('closing');
  const { day } = useFormat();
  const wordsOf = useKindWords();
  const change = useChange('closings');
  const [busy, setBusy] = useState(false);
  const close = async (body: Body) => {
    setBusy(true);
    await change({
      run: () =>
        client.closings.create.mutate(body, once()).catch((error: unknown) => {
          throw isReopening(error) ? new LocalizedError(t('close.overtaken')) : error;
        }),
      done: t('acts.closed', { day: day(body.through ?? ''), kinds: wordsOf(body.kinds) }),
    });
    setBusy(false);
  };
  return { close, busy };
}
