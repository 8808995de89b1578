import type { Generated } from 'kysely';
import type { Mode } from '../columns.ts';

export type TillStatus = 'unpaired' | 'paired' | 'removed';
export type CounterLanguage = 'en' | 'fr' | 'pt' | 'sw' | 'ar';

/** A device at a merchant's counter. */
export interface TillTable {
  merchant_id: string;
  id: string;
  mode: Mode;
  name: string;
  status: TillStatus;
  currency: string;
  language: CounterLanguage;
  /** SHA-256 of the code that pairs a device; null without one. */
  pairing_hash: Buffer | null;
  pairing_expires_at: Date | null;
  /** SHA-256 of the token of the paired device. */
  token_hash: Buffer | null;
  paired_at: Date | null;
  created_at: Date;
}

/** A person who takes payments at a counter with a PIN. Cashiers have no e-mail address and no account. */
export interface CashierTable {
  merchant_id: string;
  id: string;
  name: string;
  status: 'active' | 'removed';
  pin_hash: string;
  /** Wrong PINs since the last correct one. */
  failures: Generated<number>;
  failed_at: Date | null;
  created_at: Date;
}

/** The time during which one cashier takes payments at one till. */
export interface ShiftTable {
  merchant_id: string;
  id: string;
  mode: Mode;
  till_id: string;
  cashier_id: string;
  /** SHA-256 of the token of the signed-in cashier; null while the till is locked. */
  token_hash: Buffer | null;
  used_at: Date;
  opened_at: Date;
  closed_at: Date | null;
}
