import type { Outputs } from '@daybook/client';
import type { ImportKind } from '@daybook/domain';
import { Anchor, Button, Group, List, Text, ThemeIcon, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconCircle, IconCircleDashed } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.ts';
import { useDismissals } from '../../data/dismissals.ts';
import { useImportKinds, useMay } from '../../data/me.ts';
import { useSettings } from '../../data/settings.ts';
import { Card } from './Card.tsx';
import { firstSteps, isNew } from './home.ts';

type Home = Outputs['home'];

/** Whether there is what a business is set up with; asked only while it is new. */
function useSetUp(isAsked: boolean) {
  const may = useMay();
  const { name, currency } = useSettings();
  const one = { limit: 1 };
  const accounts = useQuery({
    ...api.bankAccounts.list.queryOptions(one),
    enabled: isAsked && may('bankAccounts.create'),
  });
  const readings = useQuery({
    ...api.balanceReadings.list.queryOptions(one),
    enabled: isAsked && may('balanceReadings.create'),
  });
  const payees = useQuery({ ...api.payees.list.queryOptions(one), enabled: isAsked && may('payees.create') });
  const rates = useQuery({ ...api.rates.list.queryOptions(one), enabled: isAsked && may('rates.create') });
  const openings = useQuery({
    ...api.payEntries.list.queryOptions({ ...one, kind: 'opening' }),
    enabled: isAsked && may('payEntries.create'),
  });
  const asked = { account: accounts, reading: readings, payees, rates, openings };
  const isThere = (name: keyof typeof asked) => (asked[name].data?.items.length ?? 0) > 0;
  return {
    isLoading: Object.values(asked).some(({ isLoading }) => isLoading),
    there: {
      business: name !== '' && currency !== null,
      account: isThere('account'),
      reading: isThere('reading'),
      payees: isThere('payees'),
      rates: isThere('rates'),
      openings: isThere('openings'),
    },
  };
}

type StepName = keyof ReturnType<typeof firstSteps>;

interface Step {
  readonly name: StepName;
  readonly to: string;
  readonly isOffered: boolean;
  /** Begins a new record there. */
  readonly begins?: boolean;
  /** What a file of it can be imported as. */
  readonly imports?: ImportKind;
}

/** In this order; a cheque may name its account, and a rate its worker. */
function useSteps(): readonly Step[] {
  const may = useMay();
  return [
    { name: 'business', to: '/settings', isOffered: may('settings.update') },
    { name: 'addWorkers', to: '/users', isOffered: may('users.create'), begins: true, imports: 'users' },
    { name: 'rates', to: '/pay/rates', isOffered: may('rates.create'), imports: 'rates' },
    {
      name: 'openings',
      to: '/pay',
      isOffered: may('payEntries.create'),
      begins: true,
      imports: 'payEntries',
    },
    { name: 'recordToday', to: '/logs/day', isOffered: true },
    { name: 'account', to: '/accounts', isOffered: may('bankAccounts.create'), begins: true },
    { name: 'reading', to: '/accounts', isOffered: may('balanceReadings.create') },
    { name: 'payees', to: '/payees', isOffered: may('payees.create'), begins: true, imports: 'payees' },
    {
      name: 'firstCheque',
      to: '/cheques',
      isOffered: may('cheques.create'),
      begins: true,
      imports: 'cheques',
    },
    { name: 'firstBill', to: '/bills', isOffered: may('bills.create'), begins: true, imports: 'bills' },
  ];
}

/** What a new business begins with; gone once all of it is done or skipped. */
export function FirstSteps({ home }: { readonly home: Home }) {
  const { t } = useTranslation('home');
  const { isLoading, there } = useSetUp(isNew(home));
  const done = firstSteps(home, there);
  const steps = useSteps().filter(({ isOffered }) => isOffered);
  const { isDismissed, dismiss } = useDismissals(steps.map(({ name }) => `step ${name}` as const));
  const isSkipped = (name: StepName) => isDismissed(`step ${name}`);
  if (isLoading || steps.every(({ name }) => done[name] || isSkipped(name))) return null;
  return (
    <Card title={t('firstSteps.title')}>
      <List type="ordered" spacing="sm" center className="plain-list">
        {steps.map((step) => {
          const state = done[step.name] ? 'done' : isSkipped(step.name) ? 'skipped' : 'open';
          const Icon = icons[state];
          return (
            <List.Item
              key={step.name}
              icon={
                <ThemeIcon
                  size={24}
                  radius="xl"
                  variant="light"
                  color={state === 'done' ? 'teal' : 'gray'}
                  aria-hidden
                >
                  <Icon size={16} />
                </ThemeIcon>
              }
            >
              {state === 'done' ? (
                <Text c="dimmed">
                  {t(`firstSteps.${step.name}`)} <VisuallyHidden>{t('firstSteps.done')}</VisuallyHidden>
                </Text>
              ) : (
                <OpenStep
                  step={step}
                  isSkipped={state === 'skipped'}
                  onSkip={() => dismiss(`step ${step.name}`)}
                />
              )}
            </List.Item>
          );
        })}
      </List>
    </Card>
  );
}

const icons = { done: IconCheck, skipped: IconCircleDashed, open: IconCircle };

interface OpenStepProps {
  readonly step: Step;
  readonly isSkipped: boolean;
  readonly onSkip: () => void;
}

/** One step, with the way to do it by a file, or to leave it for later. */
function OpenStep({ step: { name, to, begins, imports }, isSkipped, onSkip }: OpenStepProps) {
  const { t } = useTranslation('home');
  const { t: common } = useTranslation();
  const kinds = useImportKinds();
  const text = t(`firstSteps.${name}`);
  return (
    <Group gap="xs">
      <Anchor
        component={Link}
        to={to}
        state={{ begin: begins ? 'new' : undefined }}
        c={isSkipped ? 'dimmed' : ''}
      >
        {text}
      </Anchor>
      {isSkipped && (
        <Text span size="sm" c="dimmed">
          {t('firstSteps.skipped')}
        </Text>
      )}
      {!isSkipped && imports && kinds.includes(imports) && (
        <Anchor
          component={Link}
          to="/import"
          search={{ kind: imports } as never}
          size="sm"
          aria-label={`${common('import')}: ${text}`}
        >
          {common('import')}
        </Anchor>
      )}
      {!isSkipped && (
        <Button
          variant="subtle"
          size="compact-xs"
          aria-label={`${t('firstSteps.skip')}: ${text}`}
          onClick={onSkip}
        >
          {t('firstSteps.skip')}
        </Button>
      )}
    </Group>
  );
}
