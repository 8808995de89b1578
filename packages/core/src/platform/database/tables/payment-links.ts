import type { Json, Mode } from '../columns.ts';
import type { BrandTemplate } from './merchants.ts';

export type PaymentLinkStatus = 'active' | 'paused' | 'ended';

/** A field that customers fill in before they pay. */
export interface LinkField {
  /** The key of the answer in the payment's metadata. */
  readonly key: string;
  readonly label: string;
  readonly type: 'text' | 'number' | 'phone' | 'email' | 'choice';
  readonly required: boolean;
  /** For `choice`; otherwise empty. */
  readonly options: readonly string[];
}

/** A request for money that lasts: each opening creates a payment with its checkout session. */
export interface PaymentLinkTable {
  merchant_id: string;
  id: string;
  mode: Mode;
  /** The eight characters of its address. */
  code: string;
  status: PaymentLinkStatus;
  title: string;
  description: string | null;
  currency: string;
  /** Null if the customer chooses the amount. With `in_parts`, the whole amount of the bill. */
  amount_minor: bigint | null;
  /** Bounds of an amount that the customer chooses; with `in_parts`, `min_minor` is the smallest part. */
  min_minor: bigint | null;
  max_minor: bigint | null;
  /** Amounts in minor units, as text. */
  suggested_minor: Json<readonly string[]>;
  /** The number of times that it can be paid: 1 for one use; null for any number. */
  payments_max: number | null;
  /** Whether it is a bill that is paid in several payments. */
  in_parts: boolean;
  /** The smallest first payment of a bill. */
  deposit_minor: bigint | null;
  donation: boolean;
  expires_at: Date | null;
  fields: Json<readonly LinkField[]>;
  template: BrandTemplate | null;
  thank_you: string | null;
  /** The address to which the customer goes after paying; null for the receipt. */
  return_url: string | null;
  metadata: Json<Record<string, unknown> | null>;
  /** E.164: the number of the person who is asked to pay. */
  customer_phone: string | null;
  customer_email: string | null;
  created_at: Date;
  updated_at: Date;
}
