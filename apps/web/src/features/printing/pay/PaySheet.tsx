import './pay.css';
import type { Outputs } from '@daybook/client';
import { useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { directionOf } from '../../../i18n/languages.ts';
import { Both } from '../list/Both.tsx';
import { Signature } from '../list/Signature.tsx';
import { fontFamily } from '../measure.ts';
import type { Paper } from '../usePaper.ts';
import { Corrections } from './Corrections.tsx';
import { Lines } from './Lines.tsx';
import { PayHead } from './PayHead.tsx';
import { PaySize } from './PaySize.tsx';
import type { Papers } from './papers.ts';
import { RollLines } from './RollLines.tsx';
import type { ShownPay } from './shown.ts';
import { Totals } from './Totals.tsx';

interface Props {
  readonly pay: ShownPay;
  readonly settings: Outputs['settings']['get'];
  readonly papers: Papers;
  readonly isRoll: boolean;
}

/** A statement or a settlement as it goes to paper, for both sides to sign. */
export function PaySheet({ pay, settings, papers, isRoll }: Props) {
  const { language } = papers.paper;
  const both = (text: (of: Paper) => string) => <Both text={text} {...papers} />;
  const [sheet, length] = useLength();
  const { settlement, lines, missingRates = [] } = pay;
  const Days = isRoll ? RollLines : Lines;
  return (
    <section
      ref={sheet}
      className={`list-paper ${isRoll ? 'pay-roll' : 'pay-a4'}`}
      lang={language}
      dir={directionOf(language)}
      style={{ fontFamily }}
    >
      <PaySize isRoll={isRoll} length={length} />
      {settlement?.status === 'void' && (
        <div className="pay-void" aria-hidden>
          <div>{both(({ t }) => t('pay.void'))}</div>
        </div>
      )}
      <PayHead pay={pay} settings={settings} papers={papers} />
      <Days pay={pay} papers={papers} />
      {lines.length === 0 && <p>{both(({ t }) => t('pay.noLines'))}</p>}
      {missingRates.length > 0 && (
        <p className="pay-small">
          {both(({ t, formats }) =>
            t('pay.missingRates', { days: formats.list(...missingRates.map(formats.day)) }),
          )}
        </p>
      )}
      {settlement && settlement.corrections.length > 0 && (
        <Corrections corrections={settlement.corrections} papers={papers} />
      )}
      <div className="pay-end">
        <Totals pay={pay} currency={settings.currency} papers={papers} />
        <div className="list-signatures">
          <Signature title={both(({ t }) => t('pay.forBusiness'))} name={settings.name} both={both} />
          <Signature title={both(({ t }) => t('pay.forWorker'))} name={pay.workerName} both={both} />
        </div>
      </div>
    </section>
  );
}

/** How long a roll is inside its padding, in pixels. */
function useLength() {
  const element = useRef<HTMLElement>(null);
  const [length, setLength] = useState(0);
  useLayoutEffect(() => {
    const measure = () =>
      element.current && setLength(Number.parseFloat(getComputedStyle(element.current).height));
    const observer = new ResizeObserver(measure);
    if (element.current) observer.observe(element.current);
    // What changed last is measured as well, before anything goes to paper.
    const printing = () => flushSync(measure);
    window.addEventListener('beforeprint', printing);
    return () => {
      observer.disconnect();
      window.removeEventListener('beforeprint', printing);
    };
  }, []);
  return [element, length] as const;
}
