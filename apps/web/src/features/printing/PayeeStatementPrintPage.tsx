import type { Outputs } from '@daybook/client';
import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.ts';
import {
  chequeTotals,
  isBilled,
  isPaid,
  type PayeeLine,
  type PayeeStatement,
} from '../../entities/payees/statement.ts';
import { directionOf, languageOf } from '../../i18n/languages.ts';
import { periodOf } from '../../lib/dates.ts';
import { useToday } from '../../lib/format.ts';
import { inOrder, useFilters } from '../../lib/search.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Code, Name } from '../../ui/values.tsx';
import { PayeeStatementPrintSearch } from '../search.ts';
import { fontFamily } from './ChequeSheet.tsx';
import {
  BusinessHead,
  InBothLanguages,
  LanguageChoices,
  type Paper,
  PaperView,
  PrintButton,
  usePaper,
  WhenLoaded,
} from './paper.tsx';
import { Amount, type Papers, Row } from './pay/figures.tsx';
import { PaySize } from './pay/PaySheet.tsx';
import './pay/pay.css';

/** What a payee billed and was paid, as it goes to paper. */
export function PayeeStatementPrintPage() {
  const { t } = useTranslation('printing');
  const today = useToday();
  const [{ payee: payeeID = '', language: asked, second: other, ...days }, setSearch] =
    useFilters(PayeeStatementPrintSearch);
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

interface Props {
  readonly statement: PayeeStatement;
  readonly settings: Outputs['settings']['get'];
  readonly papers: Papers;
}

/** The statement of a payee as it goes to paper. */
function PayeeSheet({ statement, settings, papers }: Props) {
  const { paper } = papers;
  const { payeeName, from, to, opening, totals, cheques } = statement;
  const both = (text: (of: Paper) => string) => <InBothLanguages text={text} {...papers} />;
  return (
    <section
      className="list-paper pay-a4"
      lang={paper.language}
      dir={directionOf(paper.language)}
      style={{ fontFamily }}
    >
      <PaySize name="" isRoll={false} length={0} />
      <header className="pay-head">
        <div>
          <BusinessHead {...settings} />
        </div>
        <div>
          <h2>{both(({ t }) => t('accountHeading'))}</h2>
          <p className="pay-worker">
            <Name>{payeeName}</Name>
          </p>
          <p>{both(({ t, formats }) => t('pay.period', { from: formats.day(from), to: formats.day(to) }))}</p>
        </div>
      </header>
      <Lines statement={statement} papers={papers} />
      {cheques.length > 0 && <Cheques statement={statement} papers={papers} />}
      <div className="pay-end pay-totals">
        <h3>{both(({ t }) => t('pay.totals.title'))}</h3>
        <dl>
          <Row text={({ ofPayees }) => ofPayees('statement.opening')} papers={papers}>
            <Amount value={opening} {...papers} />
          </Row>
          <Row text={({ ofPayees }) => ofPayees('statement.billed')} papers={papers}>
            <Amount value={totals.billed} {...papers} />
          </Row>
          <Row text={({ ofPayees }) => ofPayees('statement.paid')} papers={papers}>
            <Amount value={totals.paid} {...papers} />
          </Row>
          <Row text={({ ofPayees }) => ofPayees('fields.open')} papers={papers}>
            <InBothLanguages dir="ltr" text={({ formats }) => formats.money(totals.open)} {...papers} />
          </Row>
        </dl>
      </div>
    </section>
  );
}

type PartProps = Pick<Props, 'statement' | 'papers'>;

/** By day as a table; its head stands on every sheet. */
function Lines({ statement: { opening, lines, totals }, papers }: PartProps) {
  const both = (text: (of: Paper) => string) => <InBothLanguages text={text} {...papers} />;
  return (
    <table className="pay-lines">
      <thead>
        <tr>
          <th scope="col">{both(({ t }) => t('date'))}</th>
          <th scope="col">{both(({ ofPayees }) => ofPayees('fields.description'))}</th>
          <th scope="col">{both(({ ofPayees }) => ofPayees('fields.dueDate'))}</th>
          <th scope="col">{both(({ ofPayees }) => ofPayees('fields.cheque'))}</th>
          <th scope="col" className="amount">
            {both(({ ofPayees }) => ofPayees('statement.billed'))}
          </th>
          <th scope="col" className="amount">
            {both(({ ofPayees }) => ofPayees('statement.paid'))}
          </th>
          <th scope="col" className="amount">
            {both(({ ofPayees }) => ofPayees('fields.open'))}
          </th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row" colSpan={6}>
            {both(({ ofPayees }) => ofPayees('statement.opening'))}
          </th>
          <td className="amount">
            <Amount value={opening} {...papers} />
          </td>
        </tr>
        {lines.map((line) => (
          <LineRow key={line.kind + line.bill} line={line} papers={papers} />
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={4}>
            {both(({ t }) => t('total'))}
          </th>
          <td className="amount">
            <Amount value={totals.billed} {...papers} />
          </td>
          <td className="amount">
            <Amount value={totals.paid} {...papers} />
          </td>
          <td className="amount">
            <Amount value={totals.open} {...papers} />
          </td>
        </tr>
      </tfoot>
    </table>
  );
}

function LineRow({ line, papers }: { readonly line: PayeeLine; readonly papers: Papers }) {
  const { date, kind, description, dueDate, chequeSerial, value, open } = line;
  const day = (of: string) => <InBothLanguages text={({ formats }) => formats.day(of)} {...papers} />;
  return (
    <tr>
      <th scope="row">{day(date)}</th>
      <td>
        <InBothLanguages text={({ ofPayees }) => ofPayees(`kinds.${kind}`)} {...papers} />
        {description && (
          <span className="pay-notes">
            <Name>{description}</Name>
          </span>
        )}
      </td>
      <td>{kind === 'bill' && dueDate && day(dueDate)}</td>
      <td>{kind !== 'bill' && chequeSerial && <Code>{chequeSerial}</Code>}</td>
      <td className="amount">{isBilled(line) && <Amount value={value} {...papers} />}</td>
      <td className="amount">{isPaid(line) && <Amount value={value} {...papers} />}</td>
      <td className="amount">
        <Amount value={open} {...papers} />
      </td>
    </tr>
  );
}

/** The cheques of the period, with totals by status. */
function Cheques({ statement: { cheques, totals }, papers }: PartProps) {
  const both = (text: (of: Paper) => string) => <InBothLanguages text={text} {...papers} />;
  return (
    <>
      <h3>{both(({ ofPayees }) => ofPayees('statement.cheques'))}</h3>
      <table>
        <thead>
          <tr>
            <th scope="col">{both(({ t }) => t('columns.dueDate'))}</th>
            <th scope="col">{both(({ t }) => t('columns.serial'))}</th>
            <th scope="col">{both(({ ofCheques }) => ofCheques('fields.status'))}</th>
            <th scope="col" className="amount">
              {both(({ t }) => t('fields.amount'))}
            </th>
          </tr>
        </thead>
        <tbody>
          {cheques.map(({ _id, dueDate, serial, status, value }) => (
            <tr key={_id}>
              <td>{both(({ formats }) => formats.day(dueDate))}</td>
              <th scope="row">
                <Code>{serial}</Code>
              </th>
              <td>{both(({ ofCheques }) => ofCheques(`statuses.${status}`))}</td>
              <td className="amount">
                <Amount value={value} {...papers} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {chequeTotals(totals).map(({ status, count, total }) => (
            <tr key={status}>
              <th scope="row" colSpan={3}>
                {both(
                  ({ ofCheques, formats }) => `${ofCheques(`statuses.${status}`)}: ${formats.number(count)}`,
                )}
              </th>
              <td className="amount">
                <Amount value={total} {...papers} />
              </td>
            </tr>
          ))}
        </tfoot>
      </table>
    </>
  );
}
