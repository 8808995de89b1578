import { useState } from 'react';
import { useFiltering } from '../../app/search.ts';
import { useRead } from '../../app/use-read.ts';
import { useLanguage, useTexts } from '../../language/use-language.tsx';
import { Empty } from '../../parts/empty.tsx';
import { ChoiceFilter, Filters, TextFilter } from '../../parts/filters.tsx';
import { locales } from '../../parts/format-time.ts';
import { PageLead, useTitle } from '../../parts/page-head.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { CountryRoutes } from './country-routes.tsx';
import type { OperatorRoute } from './operator-route.ts';
import { RemoveRuleDialog } from './remove-rule-dialog.tsx';
import { routing_texts } from './routing-texts.ts';
import { RuleDialog } from './rule-dialog.tsx';

/** The maximum number of matching countries that are opened automatically. */
const opened_max = 2;

/** Every operator by country, whether customers can choose it, and the rule for it. */
export function RoutingPage() {
  const texts = useTexts(routing_texts);
  useTitle(texts.title);
  const routes = useRead(['routing'], '/routing');
  return (
    <>
      <PageLead about={texts.about} />
      <QueryView query={routes}>{({ items }) => <Countries routes={items} />}</QueryView>
    </>
  );
}

type FilterName = 'text' | 'country' | 'offered';

function Countries({ routes }: { readonly routes: readonly OperatorRoute[] }) {
  const texts = useTexts(routing_texts);
  const filtering = useFiltering<FilterName>();
  const { search, of } = filtering;
  const [asked, setAsked] = useState<Asked>(null);
  /** The countries that the person opened or closed. */
  const [opened, setOpened] = useState<Readonly<Record<string, boolean>>>({});
  const nameOf = useCountryName();
  const shown = routes.filter((route) => matches(route, search, nameOf(route.country)));
  const all = sortByName(
    routes.map(({ country }) => country),
    nameOf,
  );
  const found = all.filter((code) => shown.some(({ country }) => country === code));
  return (
    <>
      <Filters {...filtering}>
        <div className="filter-wide">
          <TextFilter {...of('text')} label={texts.search} />
        </div>
        <ChoiceFilter
          {...of('country')}
          label={texts.country}
          choices={all.map((code) => [code, nameOf(code)] as const)}
        />
        <ChoiceFilter
          {...of('offered')}
          label={texts.offered}
          choices={[
            ['yes', texts.yes],
            ['no', texts.no],
            ['ruled', texts.with_rule],
          ]}
        />
      </Filters>
      {found.length === 0 && <Empty title={texts.nothing} />}
      <div className="country-list">
        {found.map((code) => (
          <CountryRoutes
            key={code}
            name={nameOf(code)}
            routes={shown.filter(({ country }) => country === code)}
            is_open={opened[code] ?? found.length <= opened_max}
            onToggle={(is_open) => setOpened((before) => ({ ...before, [code]: is_open }))}
            onChange={(route) => setAsked({ verb: 'change', route })}
            onRemove={(route) => setAsked({ verb: 'remove', route })}
          />
        ))}
      </div>
      <Dialogs asked={asked} routes={routes} onClose={() => setAsked(null)} />
    </>
  );
}

type Asked = { readonly verb: 'change' | 'remove'; readonly route: OperatorRoute } | null;

function Dialogs(props: {
  readonly asked: Asked;
  readonly routes: readonly OperatorRoute[];
  readonly onClose: () => void;
}) {
  const { asked, routes, onClose } = props;
  if (asked === null) return null;
  const Dialog = asked.verb === 'change' ? RuleDialog : RemoveRuleDialog;
  return <Dialog route={asked.route} routes={routes} onClose={onClose} />;
}

function matches(
  { name, operator, country, currencies, is_offered, rule }: OperatorRoute,
  search: { readonly [Name in FilterName]?: string },
  country_name: string,
): boolean {
  if (search.country !== undefined && country !== search.country) return false;
  if (search.offered === 'ruled' && rule === null) return false;
  if ((search.offered === 'yes' && !is_offered) || (search.offered === 'no' && is_offered)) return false;
  if (search.text === undefined) return true;
  return plain([name, operator, country_name, ...currencies].join(' ')).includes(plain(search.text));
}

/** Removes accents and capitals, which people may omit when they type. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase();
}

function sortByName(countries: readonly string[], nameOf: (code: string) => string): string[] {
  return [...new Set(countries)].sort((one, other) => nameOf(one).localeCompare(nameOf(other)));
}

function useCountryName(): (code: string) => string {
  const { language } = useLanguage();
  const names = new Intl.DisplayNames(locales[language], { type: 'region' });
  return (code) => names.of(code) ?? code;
}
