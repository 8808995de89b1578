import { timestampText } from '@guichet/kernel/clock';
import { operators } from '@guichet/operators/catalogue';
import type { Service } from '@guichet/operators/contract';
import { requireMerchant } from '../../accounts/merchants/find.ts';
import type { StaffActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { presentListed } from '../../routing/connector-accounts/present.ts';
import { type Account, listAccounts } from '../../routing/connector-accounts/queries.ts';
import { findEligibleOperators, type Route } from '../../routing/find-eligible-operators.ts';
import { getRouting } from '../../routing/queries.ts';
import { nameOperator } from '../payments/browse.ts';
import { smallAmount } from '../trial/usual-amounts.ts';
import { type Evidence, findEvidence } from './queries.ts';
import type { GoLiveObject, WayObject } from './schemas.ts';

type Ctx = Pick<Context, 'db' | 'connectors' | 'clock' | 'accounts'>;

/**
 * Shows how far a merchant is on its way to live payments: nothing is ticked by hand, everything follows from its
 * accounts, payments and refunds.
 *
 * @throws AppError `forbidden`
 */
export async function showGoLive(ctx: Ctx, actor: StaffActor): Promise<GoLiveObject> {
  requireScope(actor, 'settings:read');
  const { merchant_id } = actor;
  const { country } = await requireMerchant(ctx, merchant_id);
  const accounts = await listAccounts(ctx.db, merchant_id);
  const routesOf = await readRoutes(ctx, merchant_id, accounts);
  const evidence = await findEvidence(ctx.db, accounts.flatMap(waysOf));
  return {
    country,
    providers: listProvidersFor(ctx, country),
    accounts: accounts.map((account) => {
      const { id, connector, name, enabled, checked_at } = presentListed(account);
      const ways = collecting(account).map((service) =>
        presentWay(
          account,
          service,
          routesOf(service),
          evidence.find((one) => one.account_id === id && one.operator === service.operator),
        ),
      );
      return { id, connector, name, enabled, checked_at, ways: homeFirst(ways, country) };
    }),
  };
}

function listProvidersFor({ accounts }: Ctx, country: string): GoLiveObject['providers'] {
  const home = operators.filter((operator) => operator.country === country);
  const all = accounts.providers.map((provider) => ({
    connector: provider.id,
    name: provider.display_name,
    operators: home
      .filter(({ code }) => provider.operators.includes(code))
      .map(({ code }) => nameOperator(code)),
  }));
  return [
    ...all.filter((provider) => provider.operators.length > 0),
    ...all.filter((provider) => provider.operators.length === 0),
  ];
}

/** Returns a function that finds the routes of live mode to a service's operator, the first one first. */
async function readRoutes(
  ctx: Ctx,
  merchant_id: string,
  accounts: readonly Account[],
): Promise<(service: Service) => readonly Route[]> {
  const routing = await getRouting(ctx.db, merchant_id, 'live');
  const currencies = new Set(accounts.flatMap(({ services }) => services.map(({ currency }) => currency)));
  const wanted = { mode: 'live', ability: 'collect' } as const;
  const eligible = new Map(
    [...currencies].map((currency) => [
      currency,
      findEligibleOperators(ctx, routing, { ...wanted, currency }),
    ]),
  );
  return ({ operator, currency }) =>
    eligible.get(currency)?.find((one) => one.operator.code === operator)?.routes ?? [];
}

function collecting({ services }: Account): readonly Service[] {
  return services.filter(({ collect }) => collect);
}

function waysOf(account: Account) {
  const { merchant_id, id: account_id } = account;
  const codes = new Set(collecting(account).map(({ operator }) => operator));
  return [...codes].map((operator) => ({ merchant_id, account_id, operator }));
}

function presentWay(
  { id }: Account,
  service: Service,
  routes: readonly Route[],
  evidence: Evidence | undefined,
): WayObject {
  const { operator, currency } = service;
  const listed = operators.find(({ code }) => code === operator);
  const route = routes.find(({ account_id }) => account_id === id);
  const least = route?.min_amount ?? service.min_amount ?? listed?.min_amount ?? null;
  const payment = paymentIn(evidence);
  const refund = refundIn(evidence);
  // As in `findMethod`: without a refund of its own, a provider returns the money by a payout to the payer.
  const can_refund = service.refund || (service.payout && service.payer_known !== false);
  return {
    operator: nameOperator(operator),
    currency,
    smallest_amount: least ?? smallAmount(currency),
    is_offered: route !== undefined,
    comes_first: routes[0]?.account_id === id,
    can_refund,
    payment,
    refund,
    proven_at: refund?.refunded_at ?? (can_refund ? null : (payment?.paid_at ?? null)),
  };
}

function paymentIn(evidence: Evidence | undefined): WayObject['payment'] {
  if (evidence?.paid_id == null || evidence.paid_at === null) return null;
  return { id: evidence.paid_id, paid_at: timestampText(evidence.paid_at) };
}

function refundIn(evidence: Evidence | undefined): WayObject['refund'] {
  if (evidence?.refund_id == null || evidence.returned_at === null) return null;
  const { refund_id: id, returned_id, returned_at } = evidence;
  return { id, payment_id: returned_id ?? '', refunded_at: timestampText(returned_at) };
}

function homeFirst(ways: readonly WayObject[], country: string): WayObject[] {
  const isHome = ({ operator }: WayObject): boolean => operator.country === country;
  return [...ways.filter(isHome), ...ways.filter((way) => !isHome(way))];
}
