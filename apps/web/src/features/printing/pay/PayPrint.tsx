import type { Outputs } from '@daybook/client';
import { Group, NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { languageOf } from '../../../i18n/languages.ts';
import { useFilters } from '../../../lib/search.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { LanguageChoice } from '../LanguageChoice.tsx';
import { PaperView } from '../PaperView.tsx';
import { PrintButton } from '../PrintButton.tsx';
import { PayPrintSearch } from '../search.ts';
import { usePaper } from '../usePaper.ts';
import { PaySheet } from './PaySheet.tsx';
import type { ShownPay } from './shown.ts';

interface Props {
  readonly title: string;
  readonly pay: ShownPay;
  readonly settings: Outputs['settings']['get'];
  /** While something that belongs to it is still asked for, nothing goes to paper. */
  readonly isReady?: boolean;
}

export function PayPrint({ title, pay, settings, isReady = true }: Props) {
  const { t } = useTranslation('printing');
  const [search, setSearch] = useFilters(PayPrintSearch);
  const language = languageOf(search.language) ?? settings.language;
  const other = languageOf(search.second);
  const paper = usePaper(language);
  const second = usePaper(other === language ? undefined : other);
  const isRoll = search.paper === 'roll';
  return (
    <>
      <div className="no-print">
        <PageHeader title={title}>
          <PrintButton disabled={!paper || !isReady} />
        </PageHeader>
        <Group align="flex-end" mb="md">
          <NativeSelect
            label={t('pay.paper')}
            value={isRoll ? 'roll' : 'a4'}
            onChange={({ currentTarget }) =>
              setSearch({ paper: currentTarget.value === 'roll' ? 'roll' : undefined })
            }
          >
            <option value="a4">A4</option>
            <option value="roll">{t('pay.roll')}</option>
          </NativeSelect>
          <LanguageChoice
            label={t('language')}
            value={language}
            onChange={(chosen) => setSearch({ language: chosen })}
          />
          <LanguageChoice
            label={t('secondLanguage')}
            value={second?.language ?? ''}
            none={t('none')}
            onChange={(chosen) => setSearch({ second: chosen || undefined })}
          />
        </Group>
      </div>
      {paper && (
        <PaperView>
          <PaySheet pay={pay} settings={settings} papers={{ paper, second }} isRoll={isRoll} />
        </PaperView>
      )}
    </>
  );
}
