import { Button, Group } from '@mantine/core';
import { useFrame } from '../../app/use-frame.ts';
import { useTexts } from '../../language/use-language.tsx';
import { Badge } from '../../parts/badge.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import type { OperatorRoute } from './operator-route.ts';
import { routing_texts } from './routing-texts.ts';

interface CountryRoutesProps {
  readonly name: string;
  readonly routes: readonly OperatorRoute[];
  readonly is_open: boolean;
  readonly onToggle: (is_open: boolean) => void;
  readonly onChange: (route: OperatorRoute) => void;
  readonly onRemove: (route: OperatorRoute) => void;
}

/** The operators of a country: a summary line that expands to show each of them. */
export function CountryRoutes({ name, routes, is_open, onToggle, onChange, onRemove }: CountryRoutesProps) {
  const texts = useTexts(routing_texts);
  const columns = useColumns(onChange, onRemove);
  const offered = routes.filter(({ is_offered }) => is_offered).length;
  return (
    <details
      className="card country-routes"
      open={is_open}
      onToggle={({ currentTarget }) => onToggle(currentTarget.open)}
    >
      <summary>
        <strong>{name}</strong>
        <span className="quiet">{routes.map((route) => route.name).join(', ')}</span>
        <span className="country-state">
          <Badge tone={offered > 0 ? 'good' : 'quiet'}>{texts.offered_of(offered, routes.length)}</Badge>
          <Fees routes={routes} />
        </span>
      </summary>
      {is_open && (
        <DataTable
          caption={texts.caption_of(name)}
          columns={columns}
          rows={routes}
          keyOf={({ operator }) => operator}
        />
      )}
    </details>
  );
}

/** The range from the lowest to the highest fee of the rules. */
function Fees({ routes }: Pick<CountryRoutesProps, 'routes'>) {
  const texts = useTexts(routing_texts);
  const fees = routes
    .flatMap(({ rule }) => (rule ? [rule.fee_percent] : []))
    .sort((one, other) => Number(one) - Number(other));
  const [least, most] = [fees.at(0), fees.at(-1)];
  if (least === undefined || most === undefined) return <span className="quiet">{texts.no_rule}</span>;
  if (least === most) return <span>{`${texts.fee} ${texts.percent(least)}`}</span>;
  return <span>{`${texts.fee} ${texts.between(texts.percent(least), texts.percent(most))}`}</span>;
}

function useColumns(
  onChange: CountryRoutesProps['onChange'],
  onRemove: CountryRoutesProps['onRemove'],
): readonly Column<OperatorRoute>[] {
  const texts = useTexts(routing_texts);
  const { may } = useFrame();
  const shown: readonly Column<OperatorRoute>[] = [
    {
      key: 'operator',
      title: texts.operator,
      is_main: true,
      show: ({ name, operator, currencies }) => (
        <div>
          <strong>{name}</strong>
          <div className="quiet">
            <span className="mono">{operator}</span> · {currencies.join(', ')}
          </div>
        </div>
      ),
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
          : texts.no_limits,
    },
  ];
  if (!may('settings:write')) return shown;
  const actions: Column<OperatorRoute> = {
    key: 'change',
    title: texts.actions,
    align: 'end',
    show: (route) => <RouteActions {...{ route, onChange, onRemove }} />,
  };
  return [...shown, actions];
}

interface RouteActionsProps extends Pick<CountryRoutesProps, 'onChange' | 'onRemove'> {
  readonly route: OperatorRoute;
}

function RouteActions({ route, onChange, onRemove }: RouteActionsProps) {
  const texts = useTexts(routing_texts);
  const button = (variant: string, label: string, onClick: (route: OperatorRoute) => void) => (
    <Button
      variant={variant}
      size="sm"
      aria-label={`${label}: ${route.name} (${route.operator})`}
      onClick={() => onClick(route)}
    >
      {label}
    </Button>
  );
  return (
    <Group gap="xs" justify="flex-end">
      {route.rule && button('subtle', texts.remove, onRemove)}
      {button('default', texts.change, onChange)}
    </Group>
  );
}
