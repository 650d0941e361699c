import type { Outputs } from '@daybook/client';
import { Alert, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Cheque } from '../../../entities/cheques/cheque.ts';
import { languageOf } from '../../../i18n/languages.ts';
import { useFilters } from '../../../lib/search.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { LanguageChoice } from '../LanguageChoice.tsx';
import { PaperView } from '../PaperView.tsx';
import { PrintButton } from '../PrintButton.tsx';
import { ListPrintSearch } from '../search.ts';
import { usePaper } from '../usePaper.ts';
import { ListSheet } from './ListSheet.tsx';

interface Props {
  readonly cheques: readonly Cheque[];
  readonly settings: Outputs['settings']['get'];
}

export function ListPrint({ cheques, settings }: Props) {
  const { t } = useTranslation('printing');
  const [search, setSearch] = useFilters(ListPrintSearch);
  const language = languageOf(search.language) ?? settings.language;
  const other = languageOf(search.second);
  const paper = usePaper(language);
  const second = usePaper(other === language ? undefined : other);
  const listed = cheques.filter(({ isCancelled }) => !isCancelled);
  return (
    <>
      <div className="no-print">
        <PageHeader title={t('listTitle')}>
          <PrintButton disabled={listed.length === 0 || !paper} />
        </PageHeader>
        <Group align="flex-end" mb="md">
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
        {listed.length < cheques.length && <Alert mb="md">{t('withoutCancelled')}</Alert>}
      </div>
      {listed.length === 0 && <EmptyState>{t('nothingListed')}</EmptyState>}
      {paper && listed.length > 0 && (
        <PaperView>
          <ListSheet cheques={listed} settings={settings} paper={paper} second={second} />
        </PaperView>
      )}
    </>
  );
}
