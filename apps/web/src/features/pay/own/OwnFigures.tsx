import '../../../ui/figures.css';
import './own-pay.css';
import { Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { changeIn, otherPartsOf, type Statement } from '../../../entities/pay/statement.ts';
import { useFormat } from '../../../lib/format.ts';
import { isNegative, negated } from '../../../lib/money.ts';
import { Money } from '../../../ui/Values.tsx';

interface Props {
  readonly title: string;
  /** Undefined until it is known. */
  readonly statement: Statement | undefined;
  readonly note?: string;
}

/** What a worker earned, got, and is still to get, of a period; and what else that is made of. */
export function OwnFigures({ title, statement, note }: Props) {
  const { t } = useTranslation('statement');
  const { t: pay } = useTranslation('pay');
  const { money, list } = useFormat();
  const id = useId();
  const value = (text: string | undefined) => (text === undefined ? '—' : <Money value={text} />);
  const toCome = statement && changeIn(statement);
  const isAhead = toCome !== undefined && isNegative(toCome);
  const others = statement ? otherPartsOf(statement.totals) : [];
  return (
    <section aria-labelledby={id} className="own-figures">
      <div className="section-head">
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        {note && (
          <Text size="sm" c="dimmed">
            {note}
          </Text>
        )}
      </div>
      <dl className="figures">
        <Figure name={t('own.earned')}>{value(statement?.totals.earned)}</Figure>
        <Figure name={t('own.received')}>{value(statement?.totals.paid)}</Figure>
        <Figure name={t(isAhead ? 'own.ahead' : 'own.toCome')}>
          {value(toCome && (isAhead ? negated(toCome) : toCome))}
        </Figure>
      </dl>
      {statement && others.length > 0 && (
        <Text size="sm" c="dimmed">
          {t('own.with', {
            parts: list(...others.map((part) => `${pay(`frozen.${part}`)} ${money(statement.totals[part])}`)),
          })}
        </Text>
      )}
    </section>
  );
}

const Figure = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className="figure">
    <dt className="figure-label">{name}</dt>
    <dd className="figure-value">{children}</dd>
  </div>
);
