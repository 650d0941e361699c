import { AreaChart, BarChart, LineChart, type LineChartProps } from '@mantine/charts';
import { Paper, Text, useDirection } from '@mantine/core';
import { ReferenceArea, ReferenceDot, ReferenceLine } from 'recharts';
import { useFormat } from '../../lib/format.ts';
import { useIsNarrow } from '../../lib/narrow.ts';
import {
  type BalanceDay,
  type BalancesProps,
  type BarRow,
  type BarsProps,
  type LinesProps,
  placesOf,
  type Series,
  weekendsOf,
} from './values.ts';

const weekendAreas = (days: readonly BalanceDay[]) =>
  weekendsOf(days).map(({ from, to }) => (
    <ReferenceArea key={from} x1={from} x2={to} fill="var(--quiet)" fillOpacity={0.12} strokeWidth={0} />
  ));

/** Days below and amounts beside steps. Time runs as the language does; the picture itself stays left to right, as that of bars. */
function useDayAxes(days: readonly BalanceDay[]) {
  const { dir } = useDirection();
  const { locale } = useFormat();
  const isNarrow = useIsNarrow();
  const compact = new Intl.NumberFormat(locale, { notation: 'compact' });
  const isRtl = dir === 'rtl';
  const axes = {
    curveType: 'stepAfter',
    withDots: false,
    accessibilityLayer: false,
    tickLine: 'none',
    xAxisProps: {
      type: 'number',
      domain: [0, days.length],
      ticks: placesOf(days.length, isNarrow ? 4 : 8),
      reversed: isRtl,
      tickFormatter: (at: number) => days[at]?.name ?? '',
      interval: 'preserveStartEnd',
      minTickGap: 4,
    },
    yAxisProps: {
      orientation: isRtl ? 'right' : 'left',
      tickFormatter: (value: number) => `${isRtl ? '\u2067' : '\u2066'}${compact.format(value)}\u2069`,
      tick: { transform: `translate(${isRtl ? 8 : -8}, 0)`, fontSize: 12, fill: 'currentColor' },
      width: 52,
    },
  } satisfies Partial<LineChartProps>;
  return { dir, axes, margin: { top: 12, bottom: 0, left: isRtl ? 8 : 0, right: isRtl ? 0 : 8 } };
}

/** The picture alone, which `Balances` loads. */
export function BalancesChart({ days, marked, height }: BalancesProps) {
  const { dir, axes, margin } = useDayAxes(days);
  const short = marked === undefined ? undefined : days[marked];
  // A day reaches to the next one: the last has its width too.
  const points = days.map((day, at) => ({ at, balance: day.height }));
  const end = { at: days.length, balance: days.at(-1)?.height ?? 0 };
  return (
    <div dir="ltr">
      <AreaChart
        h={height}
        data={[...points, end]}
        dataKey="at"
        series={[{ name: 'balance', color: 'var(--chart-1)' }]}
        type="split"
        splitColors={['var(--chart-1)', 'var(--danger)']}
        {...axes}
        areaProps={{ isAnimationActive: false, activeDot: false }}
        areaChartProps={{ margin }}
        tooltipProps={{
          content: ({ active, label }) =>
            active ? <BalanceHint day={days[Number(label)]} dir={dir} /> : null,
        }}
      >
        {weekendAreas(days)}
        <ReferenceLine y={0} stroke="var(--quiet)" strokeWidth={1.5} />
        {marked !== undefined && short && (
          <>
            <ReferenceLine x={marked} stroke="var(--danger)" strokeDasharray="4 3" />
            <ReferenceDot
              x={marked}
              y={short.height}
              r={6}
              fill="var(--danger)"
              stroke="var(--surface)"
              strokeWidth={2}
            />
          </>
        )}
      </AreaChart>
    </div>
  );
}

function BalanceHint({ day, dir }: { readonly day: BalanceDay | undefined; readonly dir: string }) {
  if (!day) return null;
  return (
    <Paper withBorder shadow="sm" p="xs" dir={dir}>
      <Text size="sm" fw={600}>
        {day.fullName}
      </Text>
      <Text size="sm">
        <span className="ltr number">{day.text}</span>
      </Text>
    </Paper>
  );
}

const seriesKey = (index: number) => `series${index}`;

const colors = ['var(--chart-1)', 'var(--chart-2)'];
const dashes = [undefined, '10 4', '2 4', '10 4 2 4'];

/** The picture alone, which `Lines` loads: told apart by colour, and by dashes. */
export function LinesChart({ lines, height }: LinesProps) {
  const days = lines[0]?.days ?? [];
  const { dir, axes, margin } = useDayAxes(days);
  const points = Array.from({ length: days.length + 1 }, (_, at) => ({
    at,
    ...Object.fromEntries(
      lines.map((line, index) => [seriesKey(index), (line.days[at] ?? line.days.at(-1))?.height ?? 0]),
    ),
  }));
  return (
    <div dir="ltr">
      <LineChart
        h={height}
        data={points}
        dataKey="at"
        series={lines.map(({ label, isDashed }, index) => {
          const dash = isDashed ? '6 4' : dashes[Math.floor(index / colors.length) % dashes.length];
          return {
            name: seriesKey(index),
            label,
            color: isDashed ? 'var(--quiet)' : (colors[index % colors.length] ?? ''),
            ...(dash && { strokeDasharray: dash }),
          };
        })}
        {...axes}
        withLegend
        lineProps={{ isAnimationActive: false, activeDot: false }}
        lineChartProps={{ margin }}
        tooltipProps={{
          content: ({ active, label }) =>
            active ? <LinesHint lines={lines} at={Number(label)} dir={dir} /> : null,
        }}
      >
        {weekendAreas(days)}
        <ReferenceLine y={0} stroke="var(--quiet)" strokeWidth={1.5} />
      </LineChart>
    </div>
  );
}

function LinesHint({ lines, at, dir }: { lines: LinesProps['lines']; at: number; dir: string }) {
  const day = lines[0]?.days[at];
  if (!day) return null;
  return (
    <Paper withBorder shadow="sm" p="xs" dir={dir}>
      <Text size="sm" fw={600}>
        {day.fullName}
      </Text>
      {lines.map(({ label, days }) => (
        <Text key={label} size="sm">
          <bdi>{label}</bdi>: <span className="ltr number">{days[at]?.text}</span>
        </Text>
      ))}
    </Paper>
  );
}

/** The picture alone, which `Bars` loads. */
export function BarsChart({ series, rows, height }: BarsProps) {
  const { dir } = useDirection();
  const { locale } = useFormat();
  const compact = new Intl.NumberFormat(locale, { notation: 'compact' });
  const isRtl = dir === 'rtl';
  // Time runs as the language does; the picture itself stays left to right, since SVG text anchors would turn over.
  return (
    <div dir="ltr">
      <BarChart
        h={height}
        data={rows.map(({ name, bars }, at) => ({
          at,
          name,
          ...Object.fromEntries(bars.map(({ length }, index) => [seriesKey(index), length])),
        }))}
        dataKey="at"
        series={series.map(({ label, color }, index) => ({ name: seriesKey(index), label, color }))}
        type="stacked"
        withLegend={series.length > 1}
        accessibilityLayer={false}
        maxBarWidth={36}
        tickLine="none"
        barProps={{ isAnimationActive: false }}
        barChartProps={{ reverseStackOrder: false, margin: { top: 8, bottom: 0, left: 0, right: 0 } }}
        xAxisProps={{
          reversed: isRtl,
          tickFormatter: (at: number) => rows[at]?.name ?? '',
          interval: 'preserveStartEnd',
          minTickGap: 4,
        }}
        yAxisProps={{
          orientation: isRtl ? 'right' : 'left',
          // Isolated: “80 thousand” has its word on the side where its language has it.
          tickFormatter: (value: number) => `${isRtl ? '\u2067' : '\u2066'}${compact.format(value)}\u2069`,
          tick: { transform: `translate(${isRtl ? 8 : -8}, 0)`, fontSize: 12, fill: 'currentColor' },
          width: 52,
          allowDecimals: false,
        }}
        tooltipProps={{
          content: ({ active, label }) =>
            active ? <BarHint row={rows[Number(label)]} series={series} dir={dir} /> : null,
        }}
      />
    </div>
  );
}

function BarHint({ row, series, dir }: { row: BarRow | undefined; series: readonly Series[]; dir: string }) {
  if (!row) return null;
  return (
    <Paper withBorder shadow="sm" p="xs" dir={dir}>
      <Text size="sm" fw={600}>
        {row.fullName}
      </Text>
      {series.map(({ label }, index) => (
        <Text key={label} size="sm">
          {label}: <span className="ltr number">{row.bars[index]?.text}</span>
        </Text>
      ))}
    </Paper>
  );
}
