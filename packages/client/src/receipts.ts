import type { Major } from './amounts.ts';
import type { CreateOptions } from './options.ts';
import { pathSegment, type Transport } from './transport.ts';

/** The record that the goods of a payment were handed over. */
export interface ReceiptCollection {
  readonly object: 'receipt_collection';
  readonly payment_id: string;
  /** The reference on the receipt. */
  readonly reference: string;
  /** The paid amount, with the fee. */
  readonly amount: Major;
  /** ISO 4217. */
  readonly currency: string;
  readonly collected_at: string;
  /** The name of the person, or the id of the API key. */
  readonly collected_by: string;
}

export class Receipts {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Records, once, that the goods of a paid payment were handed over. The key needs the scope `receipts:collect`.
   *
   * @param reference as on the receipt, in upper or lower case, with or without its hyphen.
   * @throws ConflictError if they were handed over before (`already_collected`), or if the payment was refunded in
   * full or taken back: hand nothing over.
   * @throws NotFoundError if no paid payment has this reference.
   */
  async collect(reference: string, options?: CreateOptions): Promise<ReceiptCollection> {
    return this.#transport.post(
      `/receipts/${pathSegment('reference', reference)}/collection`,
      undefined,
      options,
    );
  }
}
