import type { Outputs } from '@daybook/client';
import { currencyDigits } from '@daybook/domain';
import type { Cheque } from '../../../entities/cheques/cheque.ts';
import { directionOf } from '../../../i18n/languages.ts';
import { sum } from '../../../lib/money.ts';
import { Code, Name } from '../../../ui/Values.tsx';
import { BusinessHead } from '../BusinessHead.tsx';
import { fontFamily } from '../measure.ts';
import { type Paper, useWords } from '../usePaper.ts';
import { Both } from './Both.tsx';
import { Signature } from './Signature.tsx';

interface Props {
  readonly cheques: readonly Cheque[];
  readonly settings: Outputs['settings']['get'];
  readonly paper: Paper;
  readonly second: Paper | undefined;
}

/** The list as it goes to paper; what it says, it says in one language or in two. */
export function ListSheet({ cheques, settings, paper, second }: Props) {
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
  const both = (text: (of: Paper) => string) => <Both text={text} paper={paper} second={second} />;
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
