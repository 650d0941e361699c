import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api.ts';
import { languageOf } from '../../../i18n/languages.ts';
import { useToday } from '../../../lib/format.ts';
import { periodOf } from '../../../lib/periods.ts';
import { inOrder, useFilters } from '../../../lib/search.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { PayeePrintSearch } from '../../search.ts';
import { LanguageChoices, PaperView, PrintButton, usePaper, WhenLoaded } from '../paper.tsx';
import { PayeeSheet } from './PayeeSheet.tsx';

/** What a payee billed and was paid, as it goes to paper. */
export function PayeePrintPage() {
  const { t } = useTranslation('printing');
  const today = useToday();
  const [{ payee: payeeID = '', language: asked, second: other, ...days }, setSearch] =
    useFilters(PayeePrintSearch);
  const statement = useQuery(
    api.payees.statement.queryOptions({ payeeID, ...periodOf(inOrder(days), today) }),
  );
  const settings = useQuery(api.settings.get.queryOptions());
  const language = languageOf(asked) ?? settings.data?.language;
  const paper = usePaper(language);
  const second = usePaper(languageOf(other) === language ? undefined : languageOf(other));
  return (
    <WhenLoaded of={[statement, settings]}>
      {(known, business) => (
        <>
          <div className="no-print">
            <PageHeader title={t('pay.statementTitle', { name: known.payeeName })}>
              <PrintButton disabled={!paper} />
            </PageHeader>
            <Group align="flex-end" mb="md">
              <LanguageChoices
                language={language ?? business.language}
                second={second?.language}
                onChange={setSearch}
              />
            </Group>
          </div>
          {paper && (
            <PaperView>
              <PayeeSheet statement={known} settings={business} papers={{ paper, second }} />
            </PaperView>
          )}
        </>
      )}
    </WhenLoaded>
  );
}
