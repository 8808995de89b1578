import type { Generated } from 'kysely';

/** A key that signs receipts. Old ones remain, so that old receipts can be verified. */
export interface ReceiptKeyTable {
  /** The first eight characters of the public key's SHA-256, in base64url. */
  id: string;
  /** The raw Ed25519 key: 32 bytes. */
  public_key: Buffer;
  /** The private key, encrypted; null once another key signs. */
  private_sealed: string | null;
  created_at: Date;
  replaced_at: Generated<Date | null>;
}

/** The record that the goods of a payment were handed over: at most one for each payment. */
export interface ReceiptCollectionTable {
  merchant_id: string;
  payment_id: string;
  collected_at: Date;
  /** `staff`, `key` or `command`. */
  actor_kind: string;
  /** The person's or the system user's name, or the key's id. */
  collected_by: string;
}
