import { Anchor, Button, Group, Text } from '@mantine/core';
import { IconArrowLeft, IconDeviceFloppy } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ClosedNotice, useClosings } from '../../../data/closed.tsx';
import { type DayText, monthOf, monthRange } from '../../../lib/dates.ts';
import { stepInColumn } from '../../../lib/focus.ts';
import { useFormat, useToday } from '../../../lib/format.ts';
import { shortcutOf } from '../../../lib/shortcuts.ts';
import { amountValue } from '../../../ui/AmountInput.tsx';
import { BusyButton } from '../../../ui/BusyButton.tsx';
import { DayInput } from '../../../ui/DayInput.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { EmptyState, ErrorState, Loading } from '../../../ui/states.tsx';
import { basisOf, type TypedRate } from './lines.ts';
import { Filler, type Line, RateRow } from './RateRow.tsx';
import { useRateSheet } from './useRateSheet.ts';
import '../../../data/lists.css';
import '../../../ui/table.css';
import '../pay.css';

/** Rates of all workers from one day on, typed from top to bottom and saved at once. */
export function RatesPage() {
  const { t } = useTranslation('pay');
  const { t: rates } = useTranslation('rates');
  const { t: logs } = useTranslation('logs');
  const today = useToday();
  const { readAmount } = useFormat();
  const through = useClosings()?.current.logs ?? null;
  const month = monthRange(monthOf(today)).from;
  const [day, setDay] = useState<DayText>();
  const from = day ?? (through !== null && month <= through ? today : month);
  const sheet = useRateSheet(from);
  const { lines, isSaving: isBusy, edit } = sheet;
  const body = useRef<HTMLTableSectionElement>(null);
  const count = (is: Line['outcome']['is']) => lines.filter(({ outcome }) => outcome.is === is).length;
  const [changed, faulty] = [count('new'), count('faulty')];
  const save = () => {
    if (changed > 0 && faulty === 0 && !isBusy) void sheet.save();
  };

  const lineAt = ({ target }: { readonly target: EventTarget }) => {
    const row = target instanceof Element ? target.closest<HTMLElement>('tr[data-worker]') : null;
    return lines.findIndex(({ _id }) => _id === row?.dataset.worker);
  };
  const pressed = (event: KeyboardEvent<HTMLElement>) => {
    const shortcut = shortcutOf(event.nativeEvent, 'month');
    const isVertical = event.key === 'ArrowUp' || event.key === 'ArrowDown';
    if (shortcut === 'gridFill') save();
    else if (shortcut === 'gridFillDown') {
      const at = lineAt(event);
      const [above, line] = [lines[at - 1], lines[at]];
      if (above && line) edit([[line._id, { basis: basisOf(above, above.typed), ...amountOf(above) }]]);
    } else {
      const isStep = event.key === 'Enter' || (isVertical && event.target instanceof HTMLInputElement);
      const by = event.key === 'ArrowUp' || (event.key === 'Enter' && event.shiftKey) ? -1 : 1;
      if (!isStep || !stepInColumn(body.current, event.target, by)) return;
    }
    event.preventDefault();
  };
  /** A column of a spreadsheet goes into this row and those below it. */
  const pasted = (event: ClipboardEvent<HTMLElement>) => {
    const cells = event.clipboardData.getData('text/plain').trimEnd().split(/\r?\n/);
    const at = lineAt(event);
    if (cells.length < 2 || at < 0) return;
    event.preventDefault();
    event.stopPropagation();
    edit(
      lines.slice(at, at + cells.length).flatMap(({ _id }, index) => {
        const cell = cells[index]?.split('\t')[0]?.trim();
        return cell ? [[_id, { amount: amountValue(cell, readAmount(cell)) }] as const] : [];
      }),
    );
  };

  return (
    <>
      <Anchor component={Link} to="/pay" activeOptions={{ exact: true }} size="sm" className="no-print back">
        <IconArrowLeft size={16} className="mirrored" aria-hidden /> {t('title')}
      </Anchor>
      <PageHeader title={t('allRates.title')} />
      <Text mb="sm" size="sm" c="dimmed" visibleFrom="sm">
        {t('allRates.text')}
      </Text>
      {through !== null && from <= through && <ClosedNotice kind="rates" through={through} />}
      {sheet.error && <ErrorState error={sheet.error} reset={() => void sheet.query.refetch()} />}
      {!sheet.isReady && !sheet.error && <Loading />}
      {sheet.isReady && (
        // biome-ignore lint/a11y/noStaticElementInteractions: keys of a grid, from every field inside
        <div onKeyDown={pressed} onPasteCapture={pasted}>
          <Group align="flex-end" mb="sm" gap="xs">
            <DayInput
              label={rates('fields.from')}
              clearable={false}
              value={from}
              onChange={setDay}
              size="xs"
              w={150}
            />
            <Filler
              count={count('empty')}
              onFill={(typed) =>
                edit(lines.filter(({ outcome }) => outcome.is === 'empty').map(({ _id }) => [_id, typed]))
              }
            />
          </Group>
          {lines.length === 0 ? (
            <EmptyState>{t('noWorkers')}</EmptyState>
          ) : (
            <div className="panel">
              <table className="table stacks rate-sheet" aria-label={t('allRates.title')}>
                <thead>
                  <tr>
                    <th>{rates('fields.worker')}</th>
                    <th className="end">{t('allRates.before')}</th>
                    <th>{rates('fields.basis')}</th>
                    <th>{t('allRates.amount')}</th>
                    <th>{t('allRates.effect')}</th>
                  </tr>
                </thead>
                <tbody ref={body}>
                  {lines.map((line) => (
                    <RateRow
                      key={line._id}
                      line={line}
                      from={from}
                      isLocked={isBusy}
                      onEdit={(change) => edit([[line._id, change]])}
                    />
                  ))}
                </tbody>
              </table>
            </div>
          )}
          <Group className="bulk-bar no-print" justify="space-between">
            <Text size="sm" role="status">
              {count('unchanged') > 0 && t('allRates.unchangedCount', { count: count('unchanged') })}
            </Text>
            <Group gap="xs">
              {changed + faulty > 0 && (
                <Button size="compact-md" variant="subtle" onClick={sheet.discard} disabled={isBusy}>
                  {logs('discard')}
                </Button>
              )}
              <Button
                component={BusyButton}
                size="compact-md"
                leftSection={<IconDeviceFloppy size={16} aria-hidden />}
                loading={isBusy}
                disabled={changed === 0 || faulty > 0}
                onClick={save}
              >
                {t('allRates.save', { count: changed })}
              </Button>
            </Group>
          </Group>
        </div>
      )}
    </>
  );
}

/** What stands in a line, to be repeated in the next one: what was typed, else what was earned before. */
const amountOf = ({ rate, typed }: Line): Pick<TypedRate, 'amount'> => {
  const amount = typed?.amount ?? rate?.amount;
  return amount === undefined ? {} : { amount };
};
