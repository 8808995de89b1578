import '@mantine/core/styles/ColorSwatch.layer.css';
import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import type { ReactNode } from 'react';
import { useLanguage, useTexts } from '../../language/use-language.tsx';
import { locales } from '../../parts/format-time.ts';
import { useMoneyText } from '../payouts/use-money-text.ts';
import { DayTable } from './day-table.tsx';
import { formatDay } from './format-figure.ts';
import { overview_page_texts } from './page-texts.ts';
import type { Overview } from './read.ts';

interface DayChartsProps {
  readonly days: Overview['days'];
  readonly currency: string;
}

/** Bar charts for people who can see them, and a table of the same data for everybody. */
export function DayCharts({ days, currency }: DayChartsProps) {
  const texts = useTexts(overview_page_texts);
  const { language } = useLanguage();
  const moneyText = useMoneyText();
  const short = new Intl.NumberFormat(locales[language], { notation: 'compact' });
  const data = days.map((one) => ({ ...one, day: formatDay(one.day, language) }));
  const common = {
    h: 220,
    data,
    dataKey: 'day',
    gridAxis: 'x',
    tickLine: 'none',
    textColor: 'var(--quiet)',
    gridColor: 'var(--line)',
    barProps: { isAnimationActive: false },
    // The table has the same data for keyboard users.
    barChartProps: { accessibilityLayer: false },
    xAxisProps: { minTickGap: 24 },
  } as const;
  return (
    <>
      <div className="overview-charts">
        <Chart title={texts.by_day}>
          <BarChart
            {...common}
            series={[{ name: 'amount', label: texts.volume, color: 'var(--accent)' }]}
            valueFormatter={(amount) => moneyText({ amount, currency })}
            yAxisProps={{ width: 56, tickFormatter: (value: number) => short.format(value) }}
          />
        </Chart>
        <Chart title={texts.outcome_by_day}>
          <BarChart
            {...common}
            type="stacked"
            withLegend
            series={[
              { name: 'paid', label: texts.paid, color: 'var(--good)' },
              { name: 'refused', label: texts.refused, color: 'var(--bad)' },
            ]}
            yAxisProps={{ width: 40, allowDecimals: false }}
          />
        </Chart>
      </div>
      <DayTable days={days} currency={currency} />
    </>
  );
}

function Chart({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="card overview-chart">
      <h2>{title}</h2>
      <div aria-hidden>{children}</div>
    </section>
  );
}
