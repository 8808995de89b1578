import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read } from '../../api/client.ts';
import { useFiltering } from '../../app/search.ts';
import { useFrame } from '../../app/use-frame.ts';
import { useLanguage, useTexts } from '../../language/use-language.tsx';
import { Badge } from '../../parts/badge.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { Empty } from '../../parts/empty.tsx';
import { ChoiceFilter, Filters } from '../../parts/filters.tsx';
import { locales } from '../../parts/format-time.ts';
import { useTitle } from '../../parts/page-head.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import type { OperatorRoute } from './operator-route.ts';
import { routing_texts } from './routing-texts.ts';
import { RuleDialog } from './rule-dialog.tsx';

/** Every operator, whether customers can choose it, and the rule for it. */
export function RoutingPage() {
  const texts = useTexts(routing_texts);
  useTitle(texts.title);
  const { path, keyOf, may } = useFrame();
  const { search, is_set, set, clear } = useFiltering<'country' | 'offered'>();
  const [changing, setChanging] = useState<OperatorRoute | null>(null);
  const nameOf = useCountryName();
  const routes = useQuery({
    queryKey: keyOf('routing'),
    queryFn: ({ signal }) =>
      read(api.GET('/dashboard/api/{merchant_id}/{mode}/routing', { params: { path }, signal })),
  });
  const columns = useColumns(may('settings:write') ? setChanging : null);
  return (
    <>
      <div className="page-lead">
        <p className="quiet">{texts.about}</p>
      </div>
      <QueryView query={routes}>
        {({ items }) => {
          const shown = items.filter(
            (route) =>
              (search.country === undefined || route.country === search.country) &&
              (search.offered === undefined || route.is_offered === (search.offered === 'yes')),
          );
          const countries = [...new Set(items.map(({ country }) => country))];
          return (
            <>
              <Filters is_set={is_set} clear={clear}>
                <ChoiceFilter
                  label={texts.country}
                  value={search.country}
                  choices={countries
                    .map((code) => [code, nameOf(code)] as const)
                    .sort(([, left], [, right]) => left.localeCompare(right))}
                  onChange={(country) => set({ country })}
                />
                <ChoiceFilter
                  label={texts.offered}
                  value={search.offered}
                  choices={[
                    ['yes', texts.yes],
                    ['no', texts.no],
                  ]}
                  onChange={(offered) => set({ offered })}
                />
              </Filters>
              {shown.length === 0 ? (
                <Empty title={texts.nothing} />
              ) : (
                <DataTable
                  caption={texts.caption}
                  columns={columns}
                  rows={shown}
                  keyOf={({ operator }) => operator}
                />
              )}
              {changing && <RuleDialog route={changing} routes={items} onClose={() => setChanging(null)} />}
            </>
          );
        }}
      </QueryView>
    </>
  );
}

function useColumns(onChange: ((route: OperatorRoute) => void) | null): readonly Column<OperatorRoute>[] {
  const texts = useTexts(routing_texts);
  const nameOf = useCountryName();
  return [
    {
      key: 'operator',
      title: texts.operator,
      is_main: true,
      show: ({ name, operator }) => (
        <div>
          <strong>{name}</strong>
          <div className="mono quiet">{operator}</div>
        </div>
      ),
    },
    {
      key: 'country',
      title: texts.country,
      show: ({ country, currencies }) => `${nameOf(country)} · ${currencies.join(', ')}`,
    },
    {
      key: 'offered',
      title: texts.offered,
      show: ({ is_offered }) => (
        <Badge tone={is_offered ? 'good' : 'quiet'}>{is_offered ? texts.yes : texts.no}</Badge>
      ),
    },
    {
      key: 'fee',
      title: texts.fee,
      align: 'end',
      show: ({ rule }) =>
        rule ? texts.percent(rule.fee_percent) : <span className="quiet">{texts.no_rule}</span>,
    },
    {
      key: 'limits',
      title: texts.limits,
      show: ({ rule }) =>
        rule && (rule.min_amount !== null || rule.max_amount !== null)
          ? texts.between(rule.min_amount ?? texts.any, rule.max_amount ?? texts.any)
          : '',
    },
    {
      key: 'change',
      title: texts.actions,
      align: 'end',
      show: (route) =>
        onChange && (
          <Button
            variant="default"
            size="sm"
            aria-label={`${texts.change}: ${route.name}, ${nameOf(route.country)}`}
            onClick={() => onChange(route)}
          >
            {texts.change}
          </Button>
        ),
    },
  ];
}

function useCountryName(): (code: string) => string {
  const { language } = useLanguage();
  const names = new Intl.DisplayNames(locales[language], { type: 'region' });
  return (code) => names.of(code) ?? code;
}
