import type { Service } from '@guichet/operators/contract';
import type { OperatorCircuitTable, RoutingRuleTable } from '../platform/database/tables/operators.ts';

/** A merchant's rule for an operator. */
export type Rule = Pick<RoutingRuleTable, 'operator' | 'fee_percent' | 'enabled'> & {
  /** Ids in order of preference; null for all accounts that serve the operator, oldest first. */
  readonly accounts: readonly string[] | null;
  /** A decimal in the major unit. */
  readonly min_amount: string | null;
  readonly max_amount: string | null;
};

/** All routing data of a merchant in one mode. */
export interface Routing {
  /** The merchant's country, ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly rules: readonly Rule[];
  /** The enabled accounts, oldest first; none in test mode, which uses the sandbox. */
  readonly accounts: readonly {
    readonly id: string;
    readonly connector: string;
    readonly services: readonly Service[];
  }[];
  /** The circuits of accounts for which a recent call failed. */
  readonly circuits: readonly (Pick<OperatorCircuitTable, 'account_id' | 'operator'> & {
    readonly open_until: Date | null;
  })[];
}
