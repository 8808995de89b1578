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
  /** The merchant's number for customers, E.164. */
  contact_phone: Generated<string | null>;
  /** The merchant's number on WhatsApp, E.164. */
  contact_whatsapp: Generated<string | null>;
  contact_email: Generated<string | null>;
  /** Its opening hours, in its own words. */
  contact_hours: Generated<string | null>;
  /** The alias at PI-SPI, a UUID of version 4: see `kernel/pi-spi`. */
  pi_spi_alias: Generated<string | null>;
  /** Requests per second for each of the merchant's keys; null for the service's default, 0 for no limit. */
  rate_limit_per_second: Generated<number | null>;
  /** Whether all members need a second factor. */
  second_factor_required: Generated<boolean>;
  /** Whether members need a second factor to move live money or to change who can move it. */
  second_factor_in_live: Generated<boolean>;
  /** The action when a smaller amount than requested arrives. */
  on_underpaid: Generated<'accept' | 'refund_all' | 'ask'>;
  /** The action when a larger amount than requested arrives. */
  on_overpaid: Generated<'accept' | 'refund_difference' | 'refund_all' | 'ask'>;
  /** The action when money arrives after the session, or the payment, has ended. */
  on_paid_late: Generated<'accept' | 'refund_all' | 'ask'>;
  /** The action when a second attempt at a payment succeeds. */
  on_paid_twice: Generated<'refund_all' | 'ask'>;
  created_at: Date;
}

/** The merchant's picture beside its name on pages and receipts. */
export interface MerchantLogoTable {
  merchant_id: string;
  picture: Buffer;
  media_type: 'image/png' | 'image/jpeg' | 'image/webp';
  /** In pixels. */
  width: number;
  height: number;
}

export interface ApiKeyTable {
  merchant_id: string;
  id: string;
  mode: Mode;
  hash: Buffer;
  last_four: string;
  /** The key's name, given by staff. */
  name: Generated<string | null>;
  /** The key's permissions; never empty. */
  scopes: readonly KeyScope[];
  /** The time of expiry, by the database's clock. */
  expires_at: Generated<Date | null>;
  /** Networks (CIDR) from which the key may be used, never empty; null for any. */
  addresses: Generated<readonly string[] | null>;
  /** Id of the member who created it; null for the command line. */
  made_by: Generated<string | null>;
  /** The member's name when they created it. */
  made_by_name: Generated<string | null>;
  /** The time of the last use, to the minute; null if never used. */
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
  /** The path without the query string. */
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
  /** Empty for a request by the merchant; the payment's id for a request on behalf of its customer. */
  scope: string;
  key: string;
  request_hash: Buffer;
  /** The id of the created object. It distinguishes two requests inserted by one statement. */
  object_id: string;
  /** JSON text; null while the request is still running. */
  answer: string | null;
  /**
   * For a request that takes several transactions, the time until which it counts as running; null for a request
   * with only one.
   */
  held_until: Date | null;
  created_at: Date;
}

export interface RateLimitBucketTable {
  /** The key or address to which the limit applies: `key:key_...`, `address:192.0.2.7`. */
  subject: string;
  per_second: number;
  burst: number;
  /** Tokens in the bucket at `refilled_at`. */
  tokens: number;
  /** The tokens leased at `refilled_at`. */
  granted: number;
  refilled_at: Date;
}
