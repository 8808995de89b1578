import { createHmac, randomUUID } from 'node:crypto';
import type { Mode } from '../database/columns.ts';
import type { Connection } from '../database/connect.ts';

/** The kinds of objects that a reference identifies. */
export type ReferencedKind = 'attempt' | 'payout' | 'batch_payout' | 'refund';

/** All the inputs of a reference. The same source always yields the same reference, even after a loss of data. */
export interface ReferenceSource {
  readonly merchant_id: string;
  readonly mode: Mode;
  readonly kind: ReferencedKind;
  /** The request for which the reference is made: a merchant's key with its scope, a payment, or a file. */
  readonly of: readonly string[];
  /** The number of the object within that request. */
  readonly number: number;
}

/**
 * The references that are sent to providers as idempotency keys. They are derived, so that a request that is
 * repeated after its row was lost (in a restored backup, or on a standby without the last commits) is the same
 * request to the provider.
 */
export interface References {
  /**
   * @param tx the transaction that writes the reference: if it waited for another connection, as many such
   *   transactions as the pool has connections would deadlock
   * @param round 0, or the number of earlier uses of the same source in the database: a merchant may use a key
   * again after its 72 hours
   * @returns a UUID of version 4, as providers require it, that cannot be guessed without the installation's secret
   * @throws SecretKeyError
   */
  of(tx: Connection, source: ReferenceSource, round?: number): Promise<string>;
  /**
   * Reads the secret, or creates it if there is none, so that a wrong SECRET_KEY is found before anything depends on
   * it.
   *
   * @throws SecretKeyError
   */
  prepare(): Promise<void>;
}

/** The secret of the installation from which references are derived. */
export interface KeptSecret {
  /** Reads the secret. @returns undefined before there is one @throws SecretKeyError */
  find(db: Connection): Promise<string | undefined>;
  /** Reads or creates the secret, on a connection of its own. @throws SecretKeyError */
  keep(): Promise<string>;
}

/**
 * @param kept the secret from which the installation's references are derived, which outlives rotations of
 * SECRET_KEY
 */
export function makeReferences(kept: KeptSecret): References {
  let secret: string | undefined;
  return {
    of: async (tx, source, round = 0) => {
      // The secret is created outside of the transaction, which may be rolled back, and only if no service has ever
      // started.
      secret ??= (await kept.find(tx)) ?? (await kept.keep());
      return uuidFrom(digestOf(secret, source, round));
    },
    prepare: async () => {
      secret ??= await kept.keep();
    },
  };
}

/** Generates a reference for a request that cannot be repeated because it has no idempotency key. */
export function randomReference(): string {
  return randomUUID();
}

function digestOf(secret: string, { merchant_id, mode, kind, of, number }: ReferenceSource, round: number) {
  // JSON separates the parts, so that no two sources have the same text.
  const text = JSON.stringify([merchant_id, mode, kind, of, number, round]);
  return createHmac('sha256', secret).update(text).digest();
}

/**
 * Returns the first 16 bytes as a UUID, with the version and variant bits set (RFC 9562 section 5.4), which leaves
 * 122 bits.
 */
function uuidFrom(digest: Buffer): string {
  const bytes = digest.subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
