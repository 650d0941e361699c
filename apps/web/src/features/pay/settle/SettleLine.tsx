import { Anchor, Button, Checkbox, Group, Loader, Text, Title } from '@mantine/core';
import { useId } from '@mantine/hooks';
import { IconAlertTriangle, IconCheck, IconChevronDown, IconPrinter } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Corrections, PayLines } from '../../../entities/pay/PayLines.tsx';
import { AmountOwed } from '../../../entities/pay/StatementFigures.tsx';
import { isNegative, negate } from '../../../lib/amounts.ts';
import { useBusiness } from '../../../lib/business.ts';
import { useErrorText } from '../../../lib/errors.ts';
import { useFormat } from '../../../lib/format.ts';
import { issuesIn, useFieldErrors } from '../../../lib/issues.ts';
import { AmountInput } from '../../../ui/AmountInput.tsx';
import { Day, Money, Name } from '../../../ui/values.tsx';
import { balanceAfter, type Draft, payoutSchema, type Settlement } from './payout.ts';
import type { DraftOf, Outcome } from './settling.ts';

/** What a settlement consists of: what has changed since earlier ones, and the days. */
function DraftDetails({ draft: { corrections, lines } }: { readonly draft: Draft }) {
  const { t } = useTranslation('pay');
  return (
    <div className="settle-details">
      {corrections.length > 0 && (
        <>
          <Title order={3} size="h5" mb="xs">
            {t('settling.correctionsOf')}
          </Title>
          <Corrections corrections={corrections} />
        </>
      )}
      {lines.length > 0 && (
        <>
          <Title order={3} size="h5" my="xs">
            {t('settling.days')}
          </Title>
          <PayLines lines={lines} />
        </>
      )}
    </div>
  );
}

/** A settlement that has been issued: its number, what was paid out, and the ways to it and to its printout. */
function SettledNotice({ settlement }: { readonly settlement: Settlement }) {
  const { t } = useTranslation('pay');
  const { t: common } = useTranslation();
  const { money, number } = useFormat();
  const { _id, number: place, workerName, payout, balance } = settlement;
  const named = { number: number(place), name: workerName };
  return (
    <li className="settle-line panel">
      <div className="settle-done">
        <IconCheck size={18} color="var(--mantine-color-green-text)" aria-hidden />
        <div className="settle-name">
          <Text fw={600}>
            <Name>{workerName}</Name>
          </Text>
          <Text size="sm" role="status">
            {t('settling.done', { number: number(place) })}
          </Text>
        </div>
        <Text size="sm">
          {t('settling.payout')}: <Money value={payout} /> ·{' '}
          {isNegative(balance)
            ? t('owes', { amount: money(negate(balance)) })
            : t('settling.left', { amount: money(balance) })}
        </Text>
        <Group gap="xs" className="no-print">
          <Button
            component={Link}
            to={`/pay/settlements/${_id}` as string}
            variant="default"
            size="compact-sm"
            aria-label={t('settling.open', named)}
          >
            {t('settling.toOpen')}
          </Button>
          <Button
            component={Link}
            to={'/print/settlement' as string}
            search={{ settlement: _id } as never}
            variant="default"
            size="compact-sm"
            leftSection={<IconPrinter size={16} aria-hidden />}
            aria-label={t('settling.print', named)}
          >
            {common('print')}
          </Button>
        </Group>
      </div>
    </li>
  );
}

interface Props {
  readonly line: DraftOf;
  readonly outcome: Outcome | undefined;
  readonly isTicked: boolean;
  readonly onTick: (isTicked: boolean) => void;
  /** As it was typed. */
  readonly payout: string;
  readonly onPayout: (payout: string) => void;
  /** While settlements are being issued. */
  readonly isBusy: boolean;
}

/** A worker whose settlement is looked at and ticked; then what became of it. */
export function SettleLine({ line, outcome, isTicked, onTick, payout, onPayout, isBusy }: Props) {
  const { worker, name, draft, error } = line;
  const textOf = useErrorText();
  const [isOpen, setOpen] = useState(false);
  const details = useId();
  const failure = outcome?.is === 'failed' ? outcome.error : error;
  if (outcome?.is === 'done') return <SettledNotice settlement={outcome.settlement} />;
  return (
    <li className="settle-line panel">
      <div className="settle-main">
        <Checkbox
          aria-label={name}
          checked={isTicked && draft !== undefined}
          disabled={isBusy || draft === undefined}
          onChange={({ currentTarget }) => onTick(currentTarget.checked)}
        />
        <div className="settle-name">
          <Anchor component={Link} to={`/pay/${worker}` as string} inherit fw={600}>
            <Name>{name}</Name>
          </Anchor>
          {draft && (
            <Text size="xs" c="dimmed">
              <Day value={draft.from} /> – <Day value={draft.to} />
            </Text>
          )}
        </div>
        {draft && <Figures draft={draft} onCorrections={() => setOpen(true)} />}
        {draft && <Payout draft={draft} value={payout} onChange={onPayout} isBusy={isBusy} name={name} />}
        {draft && <Opener name={name} isOpen={isOpen} controls={details} onClick={() => setOpen(!isOpen)} />}
        {((!draft && !error) || outcome?.is === 'sending') && <Loader size="sm" />}
      </div>
      {failure ? (
        <Text size="sm" c="var(--mantine-color-error)" role="alert" className="settle-failure">
          <IconAlertTriangle size={16} aria-hidden /> {textOf(failure)}
        </Text>
      ) : null}
      {draft && draft.missingRates.length > 0 && <Unpaid days={draft.missingRates} />}
      <div id={details}>{isOpen && draft && <DraftDetails draft={draft} />}</div>
    </li>
  );
}

/** Dates with work on which nothing is earned, since no rate holds. */
function Unpaid({ days }: { readonly days: readonly string[] }) {
  const { t } = useTranslation('statement');
  const { day, list } = useFormat();
  return (
    <Text size="sm" c="var(--warning)" className="settle-failure">
      <IconAlertTriangle size={16} aria-hidden /> {t('missing.title', { count: days.length })}:{' '}
      {list(...days.map(day))}
    </Text>
  );
}

interface FiguresProps {
  readonly draft: Draft;
  readonly onCorrections: () => void;
}

function Figures({ draft: { opening, earned, paid, balance, corrections }, onCorrections }: FiguresProps) {
  const { t } = useTranslation('pay');
  return (
    <dl className="settle-figures">
      <Figure label={t('opening')}>
        <Money value={opening} />
      </Figure>
      <Figure label={t('earned')}>
        <Money value={earned} />
      </Figure>
      <Figure label={t('paid')}>
        <Money value={paid} />
      </Figure>
      <Figure label={t('owed')}>
        <strong>
          <AmountOwed balance={balance} />
        </strong>
        {corrections.length > 0 && (
          <Anchor component="button" type="button" size="xs" display="block" onClick={onCorrections}>
            {t('settling.corrections', { count: corrections.length })}
          </Anchor>
        )}
      </Figure>
    </dl>
  );
}

const Figure = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

interface PayoutProps {
  readonly draft: Draft;
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly isBusy: boolean;
}

/** What is paid out with it, and what is left then. */
function Payout({ draft, name, value, onChange, isBusy }: PayoutProps) {
  const { t } = useTranslation('pay');
  const { money } = useFormat();
  const fieldErrors = useFieldErrors();
  const digits = useBusiness().currency?.digits;
  const fault = value && fieldErrors(issuesIn(payoutSchema(digits).safeParse(value).error))[''];
  const left = balanceAfter(draft.balance, value);
  return (
    <div className="settle-payout">
      <AmountInput
        label={t('settling.payout')}
        aria-label={`${t('settling.payout')}: ${name}`}
        value={value}
        onChange={onChange}
        disabled={isBusy}
        error={fault || undefined}
      />
      <Text size="xs" c="dimmed">
        {isNegative(left)
          ? t('owes', { amount: money(negate(left)) })
          : t('settling.left', { amount: money(left) })}
      </Text>
    </div>
  );
}

interface OpenerProps {
  readonly name: string;
  readonly isOpen: boolean;
  /** The id of what it opens. */
  readonly controls: string;
  readonly onClick: () => void;
}

function Opener({ name, isOpen, controls, onClick }: OpenerProps) {
  const { t } = useTranslation('pay');
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      className="settle-opener no-print"
      aria-label={t('settling.look', { name })}
      aria-expanded={isOpen}
      aria-controls={controls}
      rightSection={<IconChevronDown size={16} aria-hidden className={isOpen ? 'turned' : undefined} />}
      onClick={onClick}
    >
      {t('settling.days')}
    </Button>
  );
}
