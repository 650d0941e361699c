import type { Outputs } from '@daybook/client';
import { Group, NativeSelect } from '@mantine/core';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api.ts';
import { useMe } from '../../../data/me.ts';
import { periodOf } from '../../../entities/pay/pay.ts';
import { PaperCurrency } from '../../../entities/pay/StatementFigures.tsx';
import { languageOf } from '../../../i18n/languages.ts';
import { useFormat } from '../../../lib/format.ts';
import { inOrder, useFilters } from '../../../lib/search.ts';
import { useToday } from '../../../lib/today.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { LanguageChoice, PaperView, PrintButton, usePaper, WhenLoaded } from '../paper.tsx';
import { PayPrintSearch, SettlementPrintSearch, StatementPrintSearch } from '../search.ts';
import type { ShownPay } from './figures.tsx';
import { PaySheet } from './PaySheet.tsx';

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

/** A settlement, to be signed. */
export function SettlementPrintPage() {
  const { t } = useTranslation('printing');
  const { number } = useFormat();
  const [{ settlement: settlementID = '' }] = useFilters(SettlementPrintSearch);
  const settlement = useQuery(api.settlements.get.queryOptions({ settlementID }));
  const replaced = settlement.data?.replaces;
  const other = useQuery(api.settlements.get.queryOptions(replaced ? { settlementID: replaced } : skipToken));
  const settings = useQuery(api.settings.get.queryOptions());
  return (
    <WhenLoaded of={[settlement, settings]}>
      {(known, business) => (
        <PaperCurrency of={known}>
          <PayPrint
            title={t('pay.settlementTitle', { number: number(known.number), name: known.workerName })}
            pay={{ ...known, settlement: { ...known, replacedNumber: other.data?.number } }}
            settings={{ ...business, ...known.business }}
            isReady={!replaced || !other.isPending}
          />
        </PaperCurrency>
      )}
    </WhenLoaded>
  );
}

/** What a worker earned and got, day by day. */
export function StatementPrintPage() {
  const { t } = useTranslation('printing');
  const me = useMe();
  const today = useToday();
  const [{ worker, ...asked }] = useFilters(StatementPrintSearch);
  const wanted = { userID: worker ?? me._id, ...periodOf(inOrder(asked), today) };
  const statement = useQuery(api.pay.statement.queryOptions(wanted));
  const settings = useQuery(api.settings.get.queryOptions());
  return (
    <WhenLoaded of={[statement, settings]}>
      {(known, business) => (
        <PayPrint
          title={t('pay.statementTitle', { name: known.workerName })}
          pay={known}
          settings={business}
        />
      )}
    </WhenLoaded>
  );
}
