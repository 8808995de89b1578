import type { CallOptions, CreateOptions } from './options.ts';
import type { Payout, PayoutParameters } from './payout.ts';
import { pathSegment, type Transport } from './transport.ts';

export class Payouts {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Sends money to a recipient. The amount is reserved at once, and given back when the payout fails.
   *
   * @throws ValidationError, with the code `insufficient_balance` when there is not enough money.
   */
  async create(parameters: PayoutParameters, options?: CreateOptions): Promise<Payout> {
    return this.#transport.post('/payouts', parameters, options);
  }

  /** The payout as the service knows it. @throws NotFoundError */
  async retrieve(id: string, options?: CallOptions): Promise<Payout> {
    return this.#transport.get(`/payouts/${pathSegment('id', id)}`, options);
  }

  /** As {@link retrieve}, but while the payout is processing the service asks the operator first. @throws NotFoundError */
  async verify(id: string, options?: CallOptions): Promise<Payout> {
    return this.#transport.get(`/payouts/${pathSegment('id', id)}/verify`, options);
  }
}
