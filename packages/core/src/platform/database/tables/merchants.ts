import type { Generated } from 'kysely';
import type { KeyScope } from '../../actor/scopes.ts';
import type { Mode } from '../columns.ts';

export type Template = 'default' | 'abidjan' | 'cotonou';

export interface MerchantTable {
  id: string;
  name: string;
  country: string;
  primary_color: string | null;
  template: Generated<Template>;
  is_demo: Generated<boolean>;
  /** Requests a second of each of its keys; null is the setting of the service, 0 is no limit. */
  rate_limit_per_second: Generated<number | null>;
  /** Whether members can do nothing here without a second step of signing in. */
  second_step_required: Generated<boolean>;
  /** Whether those who can move live money, or change who can, need one for that. */
  second_step_in_live: Generated<boolean>;
  created_at: Date;
}

export interface ApiKeyTable {
  merchant_id: string;
  id: string;
  mode: Mode;
  hash: Buffer;
  last_four: string;
  /** What staff call it. */
  name: Generated<string | null>;
  /** What it may do; never empty. */
  scopes: readonly KeyScope[];
  /** It is refused from then on, by the clock of the database. */
  expires_at: Generated<Date | null>;
  /** Networks (CIDR) that it may be used from, never empty; null: from everywhere. */
  addresses: Generated<readonly string[] | null>;
  /** Of the staff; null for one made by command. */
  made_by: Generated<string | null>;
  /** To the minute; null for one that was never used. */
  last_used_at: Generated<Date | null>;
  created_at: Date;
  revoked_at: Date | null;
}

/** A request to the API with a key of the merchant, kept for a week. */
export interface ApiRequestTable {
  merchant_id: string;
  /** `req_...`, as the caller was told it. */
  id: string;
  mode: Mode;
  key_id: string;
  method: string;
  /** Without the query. */
  path: string;
  status: number;
  /** Of a refusal. */
  code: string | null;
  duration_ms: number;
  created_at: Date;
}

export interface IdempotencyKeyTable {
  merchant_id: string;
  mode: Mode;
  /** Empty for the merchant's own key; the payment's id for what its customer does. */
  scope: string;
  key: string;
  request_hash: Buffer;
  /** What was made, to tell two requests of one statement apart. */
  object_id: string;
  /** JSON text; null while the request is still running. */
  answer: string | null;
  created_at: Date;
}

export interface RateLimitBucketTable {
  /** Who is limited: `key:key_...`, `address:192.0.2.7`. */
  subject: string;
  per_second: number;
  burst: number;
  /** What was in it at `refilled_at`. */
  tokens: number;
  /** What was given out then. */
  granted: number;
  refilled_at: Date;
}
