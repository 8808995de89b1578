import type { CallOptions, CreateOptions } from './options.ts';
import type { Payment } from './payment.ts';
import type { CreatedPayment, PaymentParameters } from './payment-parameters.ts';
import { pathSegment, type Transport } from './transport.ts';

export class Payments {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Creates a payment with its checkout session. Send the customer to its `checkout_url`. @throws ValidationError
   */
  async create(parameters: PaymentParameters, options?: CreateOptions): Promise<CreatedPayment> {
    return this.#transport.post('/payments', parameters, options);
  }

  /** Returns a payment by id. @throws NotFoundError */
  async retrieve(id: string, options?: CallOptions): Promise<Payment> {
    return this.#transport.get(`/payments/${pathSegment('id', id)}`, options);
  }

  /**
   * Returns a payment like {@link retrieve}, but while it is processing, the service first makes a status inquiry,
   * for up to 5 s. Call it when the customer returns, because the redirect alone does not confirm the payment.
   *
   * @throws NotFoundError
   */
  async verify(id: string, options?: CallOptions): Promise<Payment> {
    return this.#transport.get(`/payments/${pathSegment('id', id)}/verify`, options);
  }
}
