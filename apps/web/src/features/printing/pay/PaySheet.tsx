import type { Outputs } from '@daybook/client';
import { useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { directionOf } from '../../../i18n/languages.ts';
import { styleNonce } from '../../../lib/page.ts';
import { Name } from '../../../ui/values.tsx';
import { fontFamily } from '../ChequeSheet.tsx';
import { Signature } from '../ListPrintPage.tsx';
import { BusinessHead, InBothLanguages, PageSize, type Paper } from '../paper.tsx';
import { Corrections, type Papers, type ShownPay, Totals } from './figures.tsx';
import { Lines, RollLines } from './Lines.tsx';
import './pay.css';

interface PayHeadProps {
  readonly pay: ShownPay;
  readonly settings: Outputs['settings']['get'];
  readonly papers: Papers;
}

/** Whose it is, of whom and of which days; of a settlement its number and status too. */
function PayHead({ pay: { workerName, from, to, settlement }, settings, papers }: PayHeadProps) {
  return (
    <header className="pay-head">
      <div>
        <BusinessHead {...settings} />
      </div>
      <div>
        <h2>
          <InBothLanguages
            text={({ t, formats }) =>
              settlement
                ? t('pay.settlementHeading', { number: formats.number(settlement.number) })
                : t('pay.statementHeading')
            }
            {...papers}
          />
        </h2>
        <p className="pay-worker">
          <Name>{workerName}</Name>
        </p>
        <p>
          <InBothLanguages
            text={({ t, formats }) => t('pay.period', { from: formats.day(from), to: formats.day(to) })}
            {...papers}
          />
        </p>
        {settlement && <Status settlement={settlement} papers={papers} />}
      </div>
    </header>
  );
}

interface StatusProps {
  readonly settlement: NonNullable<ShownPay['settlement']>;
  readonly papers: Papers;
}

function Status({ settlement: { status, reason, replacedNumber, acknowledgedAt }, papers }: StatusProps) {
  return (
    <>
      {replacedNumber !== undefined && (
        <p>
          <InBothLanguages
            text={({ t, formats }) => t('pay.replaces', { number: formats.number(replacedNumber) })}
            {...papers}
          />
        </p>
      )}
      {acknowledgedAt && (
        <p>
          <InBothLanguages
            text={({ t, formats }) =>
              t('pay.acknowledged', { day: formats.day(formats.dayOfInstant(acknowledgedAt)) })
            }
            {...papers}
          />
        </p>
      )}
      {status === 'void' && (
        <p className="pay-void-reason">
          <InBothLanguages text={({ t }) => t('pay.voidReason', { reason })} {...papers} />
        </p>
      )}
    </>
  );
}

/** Millimetres of a roll: its width, and what is left free on every side. */
const roll = { width: 80, margin: 4 };
/** What is left over at its end, in millimetres and as a share: letters are set a little otherwise on paper. */
const spare = { length: 3, share: 0.01 };
/** Longer ones go to several sheets: no PDF has a page of more than five metres. */
const MAX_LENGTH_MM = 3000;
const PIXELS_PER_MM = 96 / 25.4;

interface PaySizeProps {
  readonly name: string;
  readonly isRoll: boolean;
  /** Of what is printed, in pixels of the screen. */
  readonly length: number;
}

/** A4, or as much of a roll as is needed. */
export function PaySize({ name, isRoll, length }: PaySizeProps) {
  if (!isRoll) return <style nonce={styleNonce()}>{`@page ${name} { size: 210mm 297mm; }`}</style>;
  const height = Math.ceil((length / PIXELS_PER_MM) * (1 + spare.share)) + spare.length + 2 * roll.margin;
  return (
    <PageSize name={name} width={roll.width} height={Math.min(MAX_LENGTH_MM, height)} margin={roll.margin} />
  );
}

interface PaySheetProps {
  readonly pay: ShownPay;
  readonly settings: Outputs['settings']['get'];
  readonly papers: Papers;
  readonly isRoll: boolean;
  /** Of its paper, as CSS has it, where others follow: each has its own size. */
  readonly page: string;
}

/** A statement or a settlement as it goes to paper, for both sides to sign. */
export function PaySheet({ pay, settings, papers, isRoll, page }: PaySheetProps) {
  const { language } = papers.paper;
  const both = (text: (of: Paper) => string) => <InBothLanguages text={text} {...papers} />;
  const [sheet, length] = useLength();
  const { settlement, lines, missingRates = [] } = pay;
  const Days = isRoll ? RollLines : Lines;
  return (
    <section
      ref={sheet}
      className={`list-paper ${isRoll ? 'pay-roll' : 'pay-a4'}`}
      lang={language}
      dir={directionOf(language)}
      style={{ fontFamily, ...(page && { page }) }}
    >
      <PaySize name={page} isRoll={isRoll} length={length} />
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
