import type { Generated } from 'kysely';
import type { KeyScope } from '../../actor/scopes.ts';
import type { Mode } from '../columns.ts';

export type BrandTemplate = 'default' | 'abidjan' | 'cotonou';

export interface MerchantTable {
  id: string;
  name: string;
  country: string;
  primary_color: string | null;
  template: Generated<BrandTemplate>;
  is_demo: Generated<boolean>;
  /** Requests per second for each of its keys; null is the service's setting, 0 is no limit. */
  rate_limit_per_second: Generated<number | null>;
  /** Whether all members need a second factor. */
  second_factor_required: Generated<boolean>;
  /** Whether members need a second factor to move live money or to change who can. */
  second_factor_in_live: Generated<boolean>;
  /** The choice for a smaller amount than requested. */
  on_underpaid: Generated<'accept' | 'refund_all' | 'ask'>;
  /** The choice for a larger amount than requested. */
  on_overpaid: Generated<'accept' | 'refund_difference' | 'refund_all' | 'ask'>;
  /** The choice for money that arrives after the session, or the payment, has ended. */
  on_paid_late: Generated<'accept' | 'refund_all' | 'ask'>;
  /** The choice for the second success of a payment. */
  on_paid_twice: Generated<'refund_all' | 'ask'>;
  created_at: Date;
}

export interface ApiKeyTable {
  merchant_id: string;
  id: string;
  mode: Mode;
  hash: Buffer;
  last_four: string;
  /** The name that staff give it. */
  name: Generated<string | null>;
  /** Its permissions; never empty. */
  scopes: readonly KeyScope[];
  /** Time from which it is refused, by the database's clock. */
  expires_at: Generated<Date | null>;
  /** Networks (CIDR) that it may be used from, never empty; null: any. */
  addresses: Generated<readonly string[] | null>;
  /** Id of the member who created it; null for the command line. */
  made_by: Generated<string | null>;
  /** To the minute; null if never used. */
  last_used_at: Generated<Date | null>;
  created_at: Date;
  revoked_at: Date | null;
}

/** A request to the API with a merchant's key, kept for a week. */
export interface ApiRequestTable {
  merchant_id: string;
  /** `req_...`, as returned to the caller. */
  id: string;
  mode: Mode;
  key_id: string;
  method: string;
  /** Without the query. */
  path: string;
  status: number;
  /** The error code, if any. */
  code: string | null;
  duration_ms: number;
  created_at: Date;
}

export interface IdempotencyKeyTable {
  merchant_id: string;
  mode: Mode;
  /** Empty for the merchant's own key; the payment's id for its customer's actions. */
  scope: string;
  key: string;
  request_hash: Buffer;
  /** The id of the created object, which distinguishes two requests of one statement. */
  object_id: string;
  /** JSON text; null while the request is still running. */
  answer: string | null;
  /** The time until which a request of several transactions counts as running; null for a single transaction. */
  held_until: Date | null;
  created_at: Date;
}

export interface RateLimitBucketTable {
  /** The limited subject: `key:key_...`, `address:192.0.2.7`. */
  subject: string;
  per_second: number;
  burst: number;
  /** Tokens in the bucket at `refilled_at`. */
  tokens: number;
  /** Tokens leased then. */
  granted: number;
  refilled_at: Date;
}
