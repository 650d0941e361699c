import type { Outputs } from '@daybook/client';
import { Group, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, client } from '../../../api.ts';
import { useMe } from '../../../data/me.ts';
import { PaperCurrency } from '../../../entities/pay/StatementFigures.tsx';
import { languageOf } from '../../../i18n/languages.ts';
import { periodOf } from '../../../lib/dates.ts';
import { useFormat, useToday } from '../../../lib/format.ts';
import { inOrder, useFilters } from '../../../lib/search.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { PayPrintSearch, SettlementPrintSearch, StatementPrintSearch } from '../../search.ts';
import { LanguageChoices, PaperView, PrintButton, usePaper, WhenLoaded } from '../paper.tsx';
import type { ShownPay } from './figures.tsx';
import { PaySheet } from './PaySheet.tsx';

interface Printed {
  readonly pay: ShownPay;
  readonly settings: Outputs['settings']['get'];
}

interface Props {
  readonly title: string;
  /** What the language is, where none is asked for. */
  readonly settings: Outputs['settings']['get'];
  /** Each on paper of its own. */
  readonly sheets: readonly Printed[];
  /** While something that belongs to it is still asked for, nothing goes to paper. */
  readonly isReady?: boolean;
}

export function PayPrint({ title, settings, sheets, isReady = true }: Props) {
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
          <LanguageChoices language={language} second={second?.language} onChange={setSearch} />
        </Group>
      </div>
      {paper && (
        <PaperView>
          {sheets.map((one, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they stay in their order
            <PaperCurrency key={index} of={{ business: one.settings }}>
              <Sheet
                {...one}
                // The last is a page without a name: after one with a name an empty one would follow.
                page={index < sheets.length - 1 ? `pay${index}` : ''}
                isRoll={isRoll}
                language={language}
                second={second?.language}
              />
            </PaperCurrency>
          ))}
        </PaperView>
      )}
    </>
  );
}

interface SheetProps extends Printed {
  readonly page: string;
  readonly isRoll: boolean;
  readonly language: string;
  readonly second: string | undefined;
}

/** With amounts in its own currency. */
function Sheet({ language, second: other, ...shown }: SheetProps) {
  const paper = usePaper(language);
  const second = usePaper(other);
  return paper && <PaySheet {...shown} papers={{ paper, second }} />;
}

const useSettlements = (ids: readonly string[]) =>
  useQuery({
    queryKey: [['settlements', 'several'], ids],
    queryFn: () => Promise.all(ids.map((settlementID) => client.settlements.get.query({ settlementID }))),
  });

/** Settlements, to be signed. */
export function SettlementPrintPage() {
  const { t } = useTranslation('printing');
  const { number } = useFormat();
  const [{ settlement: asked = '' }] = useFilters(SettlementPrintSearch);
  const settlements = useSettlements(asked.split(','));
  const others = useSettlements(settlements.data?.flatMap(({ replaces }) => replaces ?? []) ?? []);
  const settings = useQuery(api.settings.get.queryOptions());
  return (
    <WhenLoaded of={[settlements, settings]}>
      {(known, business) => (
        <PayPrint
          title={
            known.length === 1 && known[0]
              ? t('pay.settlementTitle', { number: number(known[0].number), name: known[0].workerName })
              : t('pay.settlementsTitle', { count: known.length })
          }
          settings={{ ...business, ...(known.length === 1 && known[0]?.business) }}
          sheets={known.map((one) => ({
            pay: {
              ...one,
              settlement: {
                ...one,
                replacedNumber: others.data?.find(({ _id }) => _id === one.replaces)?.number,
              },
            },
            settings: { ...business, ...one.business },
          }))}
          isReady={others.data !== undefined || others.isError}
        />
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
          settings={business}
          sheets={[{ pay: known, settings: business }]}
        />
      )}
    </WhenLoaded>
  );
}
