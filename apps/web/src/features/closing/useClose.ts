import type { Inputs } from '@daybook/client';
import { once } from '@daybook/client';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../api.ts';
import { useChange } from '../../data/change.tsx';
import { useKindWords } from '../../entities/closings/useKindWords.ts';
import { useFormat } from '../../lib/format.ts';

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
      run: () => client.closings.create.mutate(body, once()),
      done: t('acts.closed', { day: day(body.through ?? ''), kinds: wordsOf(body.kinds) }),
    });
    setBusy(false);
  };
  return { close, busy };
}
