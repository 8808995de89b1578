import type { CallOptions, CreateOptions } from './options.ts';
import type { Payment } from './payment.ts';
import type { CreatedPayment, PaymentParameters } from './payment-parameters.ts';
import { pathSegment, type Transport } from './transport.ts';

export class Payments {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Creates a payment with its checkout session. Send the customer to its `checkout_url`. @throws ValidationError */
  async create(parameters: PaymentParameters, options?: CreateOptions): Promise<CreatedPayment> {
    return this.#transport.post('/payments', parameters, options);
  }

  /** The payment as the service knows it. @throws NotFoundError */
  async retrieve(id: string, options?: CallOptions): Promise<Payment> {
    return this.#transport.get(`/payments/${pathSegment('id', id)}`, options);
  }

  /**
   * As {@link retrieve}, but while the payment is processing the service asks the operator first, which may take 5 s.
   * Call it when the customer comes back: the redirect alone proves nothing.
   *
   * @throws NotFoundError
   */
  async verify(id: string, options?: CallOptions): Promise<Payment> {
    return this.#transport.get(`/payments/${pathSegment('id', id)}/verify`, options);
  }
}
