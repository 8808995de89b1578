import { makeLate } from '../../app/make-late.tsx';
import { useFiltering } from '../../app/search.ts';
import { useFrame } from '../../app/use-frame.ts';
import { useTexts } from '../../language/use-language.tsx';
import { Empty } from '../../parts/empty.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { QueryView, Waiting } from '../../parts/query-view.tsx';
import { RequestButton } from '../payment-links/request-button.tsx';
import { NearView } from './near-view.tsx';
import { NeedList } from './need-list.tsx';
import { OperatorTable } from './operator-table.tsx';
import { OverviewChoices } from './overview-choices.tsx';
import { overview_page_texts } from './page-texts.ts';
import { type Overview, type Period, useNeeds, useOverview, useSteps } from './read.ts';
import { StepList } from './step-list.tsx';
import { overview_texts } from './texts.ts';
import { Totals } from './totals.tsx';
import './overview.css';

/** Charts are a large part of the code: they load after the figures, when nearly visible. */
const DayCharts = makeLate(() => import('./day-charts.tsx').then((module) => module.DayCharts));

/** The overview: figures, what needs attention, and a new merchant's first steps. */
export function OverviewPage() {
  const { title } = useTexts(overview_texts);
  const { search, set } = useFiltering<'days' | 'currency'>();
  const { may } = useFrame();
  const days: Period = search.days === '7' || search.days === '90' ? search.days : '30';
  const overview = useOverview(days, search.currency);
  // All parts appear together, so that nothing already visible moves. A failed part does not delay the others.
  const is_waiting = [overview, useSteps(), useNeeds()].some(({ isPending }) => isPending);
  return (
    <>
      <PageHead title={title}>
        {may('payment_links:write') && <RequestButton />}
        <OverviewChoices
          days={days}
          currency={overview.data?.currency ?? null}
          currencies={overview.data?.currencies ?? []}
          set={set}
        />
      </PageHead>
      <div className="overview">
        {is_waiting ? (
          <Waiting />
        ) : (
          <>
            <StepList />
            <NeedList />
            <QueryView query={overview}>{(all) => <Figures overview={all} />}</QueryView>
          </>
        )}
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
      <p className="quiet overview-utc">{texts.utc}</p>
      <NearView className="overview-days">
        <DayCharts days={days} currency={currency} />
      </NearView>
      <OperatorTable operators={operators} currency={currency} />
    </>
  );
}
