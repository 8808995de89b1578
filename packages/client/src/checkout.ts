import type {
  CheckoutSession,
  InitializedCheckout,
  InitializeParameters,
  PayParameters,
} from './checkout-session.ts';
import type { CallOptions, CreateOptions } from './options.ts';
import { verifyReturn } from './return-address.ts';
import { pathSegment, type Transport } from './transport.ts';

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
    return this.#transport.get(pathOf(token), options);
  }

  /**
   * Asks the operator for the money, for a payment page of your own. Once the session's `payment.action` asks for a
   * code, the same call with `otp` hands it over.
   *
   * @throws ValidationError; ConflictError while a payment is being processed; GoneError; NotFoundError
   */
  async pay(token: string, parameters: PayParameters, options?: CreateOptions): Promise<CheckoutSession> {
    return this.#transport.post(`${pathOf(token)}/pay`, parameters, options);
  }

  /** Gives up, for the customer. @throws ConflictError while a payment is being processed; GoneError; NotFoundError */
  async cancel(token: string, options?: CreateOptions): Promise<CheckoutSession> {
    return this.#transport.post(`${pathOf(token)}/cancel`, undefined, options);
  }

  /** Checks, without a call, the signed address on which the customer came back. @throws SignatureError */
  readonly verifyReturn: typeof verifyReturn = verifyReturn;
}

function pathOf(token: string): string {
  return `/checkout/${pathSegment('token', token)}`;
}
