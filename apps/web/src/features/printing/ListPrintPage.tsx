import type { Outputs } from '@daybook/client';
import { currencyDigits } from '@daybook/domain';
import { Alert, Group } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api, client } from '../../api.ts';
import type { Cheque } from '../../entities/cheques/cheque.ts';
import { directionOf, languageOf } from '../../i18n/languages.ts';
import { sum } from '../../lib/amounts.ts';
import { inOrder, useFilters } from '../../lib/search.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Code, Name } from '../../ui/values.tsx';
import { ListPrintSearch } from '../search.ts';
import { fontFamily } from './ChequeSheet.tsx';
import {
  BackToCheques,
  BusinessHead,
  InBothLanguages,
  LanguageChoices,
  type Paper,
  PaperView,
  PrintButton,
  usePaper,
  useWords,
  WhenLoaded,
} from './paper.tsx';

interface SignatureProps {
  readonly title: ReactNode;
  /** Who signs; where it is not known, there is a line to write it on. */
  readonly name?: string;
  readonly both: (text: (of: Paper) => string) => ReactNode;
}

/** Where one of the two sides signs and puts the day. */
export function Signature({ title, name, both }: SignatureProps) {
  return (
    <div className="list-signature">
      <p>{title}</p>
      {name ? (
        <p>
          <Name>{name}</Name>
        </p>
      ) : (
        <p className="list-line">{both(({ t }) => t('name'))}</p>
      )}
      <p className="list-line">{both(({ t }) => t('signature'))}</p>
      <p className="list-line">{both(({ t }) => t('date'))}</p>
    </div>
  );
}

interface ListSheetProps {
  readonly cheques: readonly Cheque[];
  readonly settings: Outputs['settings']['get'];
  readonly paper: Paper;
  readonly second: Paper | undefined;
}

/** The list as it goes to paper; what it says, it says in one language or in two. */
export function ListSheet({ cheques, settings, paper, second }: ListSheetProps) {
  const { currency } = settings;
  const { formats, language } = paper;
  const total = sum(cheques.map(({ value }) => value));
  const words = useWords(total, currency, language);
  const amount = new Intl.NumberFormat(formats.locale, {
    minimumFractionDigits: currencyDigits(currency),
    maximumFractionDigits: 4,
  });
  const money = (text: string) => (
    <span className="ltr number">{amount.format(text as Intl.StringNumericLiteral)}</span>
  );
  const both = (text: (of: Paper) => string) => <InBothLanguages text={text} paper={paper} second={second} />;
  return (
    <section className="list-paper" lang={language} dir={directionOf(language)} style={{ fontFamily }}>
      <header>
        <BusinessHead {...settings} />
        <h2>{both(({ t }) => t('listHeading'))}</h2>
        <p>{both((of) => of.formats.longDay(of.formats.today()))}</p>
      </header>
      <table>
        <thead>
          <tr>
            <th scope="col" className="number">
              #
            </th>
            <th scope="col">{both(({ t }) => t('columns.serial'))}</th>
            <th scope="col">{both(({ t }) => t('fields.payee'))}</th>
            <th scope="col">{both(({ t }) => t('columns.dueDate'))}</th>
            <th scope="col" className="amount">
              {both(({ t }) => t('fields.amount') + (currency ? ` (${currency})` : ''))}
            </th>
          </tr>
        </thead>
        <tbody>
          {cheques.map(({ _id, serial, payeeName, dueDate, value }, at) => (
            <tr key={_id}>
              <td className="number">{formats.number(at + 1)}</td>
              <th scope="row">
                <Code>{serial}</Code>
              </th>
              <td>
                <Name>{payeeName}</Name>
              </td>
              <td className="number">{formats.day(dueDate)}</td>
              <td className="amount">{money(value)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={4}>
              {both(({ t }) => t('total'))}
            </th>
            <td className="amount">{money(total)}</td>
          </tr>
        </tfoot>
      </table>
      {words && <p className="list-words">{words}</p>}
      <p className="list-statement">{both(({ t }) => t('statement'))}</p>
      <div className="list-signatures">
        <Signature title={both(({ t }) => t('handedOverBy'))} both={both} />
        <Signature title={both(({ t }) => t('receivedBy'))} both={both} />
      </div>
    </section>
  );
}

interface ListPrintProps {
  readonly cheques: readonly Cheque[];
  readonly settings: Outputs['settings']['get'];
}

export function ListPrint({ cheques, settings }: ListPrintProps) {
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
          <LanguageChoices language={language} second={second?.language} onChange={setSearch} />
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

type Wanted = Omit<ListPrintSearch, 'language' | 'second'>;

const pageSize = 1000;

async function allOf(filters: Omit<Wanted, 'ids'>): Promise<Cheque[]> {
  const cheques: Cheque[] = [];
  let cursor: string | undefined;
  do {
    const { items, nextCursor } = await client.cheques.list.query({ ...filters, limit: pageSize, cursor });
    cheques.push(...items);
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
  return cheques;
}

const byDueDate = (one: Cheque, other: Cheque) =>
  one.dueDate.localeCompare(other.dueDate) || one.serial.localeCompare(other.serial, 'en', { numeric: true });

/** Options for `useQuery`: the cheques of these ids, or of these filters; the first due first. */
export const listedCheques = ({ ids, ...filters }: Wanted) =>
  queryOptions({
    queryKey: [['cheques', 'printed'], ids ?? filters],
    queryFn: async () => {
      const cheques =
        ids === undefined
          ? await allOf(filters)
          : await Promise.all(
              [...new Set(ids.split(','))].map((chequeID) => client.cheques.get.query({ chequeID })),
            );
      return cheques.toSorted(byDueDate);
    },
  });

/** Cheques that are handed over, for both sides to sign. */
export function ListPrintPage() {
  const [{ language: _, second: __, ...wanted }] = useFilters(ListPrintSearch);
  const cheques = useQuery(listedCheques(inOrder(wanted)));
  const settings = useQuery(api.settings.get.queryOptions());
  return (
    <>
      <BackToCheques />
      <WhenLoaded of={[cheques, settings]}>
        {(known, business) => <ListPrint cheques={known} settings={business} />}
      </WhenLoaded>
    </>
  );
}
