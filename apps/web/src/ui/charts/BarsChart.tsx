import { BarChart } from '@mantine/charts';
import { Paper, Text, useDirection } from '@mantine/core';
import { useFormat } from '../../lib/format.ts';
import type { BarRow, BarsProps, Series } from './bars.ts';

const seriesKey = (index: number) => `series${index}`;

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
            active ? <Hint row={rows[Number(label)]} series={series} dir={dir} /> : null,
        }}
      />
    </div>
  );
}

function Hint({ row, series, dir }: { row: BarRow | undefined; series: readonly Series[]; dir: string }) {
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
