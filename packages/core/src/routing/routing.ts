import type { Service } from '@guichet/operators/contract';
import type { OperatorCircuitTable, RoutingRuleTable } from '../platform/database/tables/operators.ts';

/** What a routing rule says of an operator. */
export type Rule = Pick<RoutingRuleTable, 'operator' | 'fee_percent' | 'enabled'> & {
  /** Ids in the order in which they are tried; null: all that serve the operator, oldest first. */
  readonly accounts: readonly string[] | null;
  /** Decimal text in the major unit. */
  readonly min_amount: string | null;
  readonly max_amount: string | null;
};

/** All that decides who does a merchant's work in one mode. */
export interface Routing {
  readonly rules: readonly Rule[];
  /** The enabled ones, oldest first; none in test mode, where the sandbox does all. */
  readonly accounts: readonly {
    readonly id: string;
    readonly connector: string;
    readonly services: readonly Service[];
  }[];
  /** Those through which something went wrong lately. */
  readonly circuits: readonly (Pick<OperatorCircuitTable, 'account_id' | 'operator'> & {
    readonly open_until: Date | null;
  })[];
}
