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

  /**
   * Creates a checkout session that lasts 30 minutes. Send the customer to its `checkout_url`.
   *
   * @throws ValidationError
   */
  async initialize(parameters: InitializeParameters, options?: CreateOptions): Promise<InitializedCheckout> {
    return this.#transport.post('/checkout/initialize', parameters, options);
  }

  /** Returns a session, for your own payment page. @throws GoneError once it is 30 minutes old; NotFoundError */
  async retrieve(token: string, options?: CallOptions): Promise<CheckoutSession> {
    return this.#transport.get(pathOf(token), options);
  }

  /**
   * Requests the money from the operator, for your own payment page. When the session's `payment.action` asks for a
   * code, repeat the call with `otp`.
   *
   * @throws ValidationError; ConflictError while a payment is being processed; GoneError; NotFoundError
   */
  async pay(token: string, parameters: PayParameters, options?: CreateOptions): Promise<CheckoutSession> {
    return this.#transport.post(`${pathOf(token)}/pay`, parameters, options);
  }

  /**
   * Cancels a session for the customer.
   *
   * @throws ConflictError while a payment is being processed; GoneError; NotFoundError
   */
  async cancel(token: string, options?: CreateOptions): Promise<CheckoutSession> {
    return this.#transport.post(`${pathOf(token)}/cancel`, undefined, options);
  }

  /** Verifies the signed address that the customer returned to, without an API call. @throws SignatureError */
  readonly verifyReturn: typeof verifyReturn = verifyReturn;
}

function pathOf(token: string): string {
  return `/checkout/${pathSegment('token', token)}`;
}
