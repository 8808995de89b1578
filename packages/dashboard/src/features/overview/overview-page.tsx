import { lazy, Suspense } from 'react';
import { useFiltering } from '../../app/search.ts';
import { useTexts } from '../../language/use-language.tsx';
import { Empty } from '../../parts/empty.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { NeedList } from './need-list.tsx';
import { OperatorTable } from './operator-table.tsx';
import { OverviewChoices } from './overview-choices.tsx';
import { overview_page_texts } from './page-texts.ts';
import { type Overview, type Period, useOverview } from './read.ts';
import { StepList } from './step-list.tsx';
import { overview_texts } from './texts.ts';
import { Totals } from './totals.tsx';
import './overview.css';

/** Charts are a large part of the code and come after the figures. */
const DayCharts = lazy(() => import('./day-charts.tsx').then(({ DayCharts }) => ({ default: DayCharts })));

/** How it goes, what needs a person, and what a new merchant does first. */
export function OverviewPage() {
  const { title } = useTexts(overview_texts);
  const { search, set } = useFiltering<'days' | 'currency'>();
  const days: Period = search.days === '7' || search.days === '90' ? search.days : '30';
  const overview = useOverview(days, search.currency);
  return (
    <>
      <PageHead title={title}>
        <OverviewChoices
          days={days}
          currency={overview.data?.currency ?? null}
          currencies={overview.data?.currencies ?? []}
          set={set}
        />
      </PageHead>
      <div className="overview">
        <StepList />
        <NeedList />
        <QueryView query={overview}>{(all) => <Figures overview={all} />}</QueryView>
      </div>
    </>
  );
}

function Figures({ overview }: { readonly overview: Overview }) {
  const texts = useTexts(overview_page_texts);
  const { currency, total, before, days, operators } = overview;
  if (currency === null || total.paid + total.refused === 0) {
    return <Empty title={texts.empty} about={texts.empty_about} />;
  }
  return (
    <>
      <Totals total={total} before={before} currency={currency} />
      <Suspense fallback={<div className="overview-chart card" />}>
        <DayCharts days={days} currency={currency} />
      </Suspense>
      <OperatorTable operators={operators} currency={currency} />
    </>
  );
}
