import type { CallOptions, CreateOptions } from './options.ts';
import type { Payout, PayoutParameters } from './payout.ts';
import { pathSegment, type Transport } from './transport.ts';

export class Payouts {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Sends money to a recipient. The amount is reserved immediately and returned to the balance if the payout fails.
   *
   * @throws ValidationError, with the code `insufficient_balance` if the balance is too low.
   */
  async create(parameters: PayoutParameters, options?: CreateOptions): Promise<Payout> {
    return this.#transport.post('/payouts', parameters, options);
  }

  /** Returns a payout by id. @throws NotFoundError */
  async retrieve(id: string, options?: CallOptions): Promise<Payout> {
    return this.#transport.get(`/payouts/${pathSegment('id', id)}`, options);
  }

  /**
   * Returns a payout like {@link retrieve}; while it is processing, the service first makes a status inquiry.
   *
   * @throws NotFoundError
   */
  async verify(id: string, options?: CallOptions): Promise<Payout> {
    return this.#transport.get(`/payouts/${pathSegment('id', id)}/verify`, options);
  }
}
