import type { CheckoutSession, InitializedCheckout, InitializeParameters } from './checkout-session.ts';
import { type CallOptions, type CreateOptions, pathSegment, type Transport } from './transport.ts';

export class Checkout {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Creates a checkout session of 30 minutes. Send the customer to its `checkout_url`. @throws ValidationError */
  async initialize(parameters: InitializeParameters, options?: CreateOptions): Promise<InitializedCheckout> {
    return this.#transport.post('/checkout/initialize', parameters, options);
  }

  /** The session, for a payment page of your own. @throws GoneError once 30 minutes old; NotFoundError */
  async retrieve(token: string, options?: CallOptions): Promise<CheckoutSession> {
    return this.#transport.get(`/checkout/${pathSegment('token', token)}`, options);
  }
}
