import type { Phone } from '@guichet/kernel/phone';
import { findOperator, guessOperators, operators } from '@guichet/operators/catalogue';
import type { Operator } from '@guichet/operators/operator';
import type { Context } from '../../../platform/context.ts';
import type { Mode } from '../../../platform/database/columns.ts';
import type { Connection } from '../../../platform/database/connect.ts';
import { findEligibleOperators } from '../../../routing/find-eligible-operators.ts';
import { getRouting } from '../../../routing/queries.ts';

/** An operator that can pay out in a currency, with the limits of the merchant's accounts and rules. */
export interface Offer extends Pick<Operator, 'min_amount' | 'max_amount'> {
  readonly operator: Operator;
  /** The largest number of decimals that any account supports. */
  readonly decimals: number;
}

/** Returns the operators that can pay out in a currency, by operator code. */
export type Offers = (currency: string) => ReadonlyMap<string, Offer>;

/** Reads a merchant's routing once, to find the operators of many lines. */
export async function readOffers(
  ctx: Pick<Context, 'connectors' | 'clock'>,
  db: Connection,
  { merchant_id, mode }: { readonly merchant_id: string; readonly mode: Mode },
): Promise<Offers> {
  const routing = await getRouting(db, merchant_id, mode);
  const known = new Map<string, ReadonlyMap<string, Offer>>();
  return (currency) => {
    const offers =
      known.get(currency) ??
      new Map(
        findEligibleOperators(ctx, routing, { mode, currency, ability: 'payout' }).flatMap(
          ({ operator, routes }) => {
            const decimals = routes.filter(({ payout }) => payout).map((route) => route.decimals);
            const { min_amount, max_amount } = operator;
            return decimals.length === 0
              ? []
              : [[operator.code, { operator, min_amount, max_amount, decimals: Math.max(...decimals) }]];
          },
        ),
      );
    known.set(currency, offers);
    return offers;
  };
}

/** Lists the operators whose prefixes match the number. */
export function likelyOperators(phone: Phone): readonly Operator[] {
  return guessOperators(phone).filter(({ prefixes }) => prefixes.length > 0);
}

/** Finds the operator that a cell identifies by its code, or by its name in the country of the number. */
export function namedOperator(text: string, phone: Phone | undefined): Operator | undefined {
  const name = text.toLowerCase();
  return (
    findOperator(name) ??
    operators.find((one) => one.country === phone?.country && one.name.toLowerCase() === name)
  );
}
