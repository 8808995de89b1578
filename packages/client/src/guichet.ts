import { Balances } from './balances.ts';
import { Checkout } from './checkout.ts';
import { Customers } from './customers.ts';
import { Events } from './events.ts';
import { Operators } from './operators.ts';
import { type GuichetOptions, readOptions } from './options.ts';
import { PaymentLinks } from './payment-links.ts';
import { Payments } from './payments.ts';
import { Payouts } from './payouts.ts';
import { Receipts } from './receipts.ts';
import { makeTransport } from './transport.ts';
import { signWebhook, verifyWebhook } from './webhooks.ts';

/** Client for one merchant of a Guichet service, in the mode of its API key. Create one and share it. */
export class Guichet {
  readonly #options: GuichetOptions;
  readonly checkout: Checkout;
  readonly payments: Payments;
  readonly paymentLinks: PaymentLinks;
  readonly receipts: Receipts;
  readonly payouts: Payouts;
  readonly customers: Customers;
  readonly operators: Operators;
  readonly balances: Balances;
  readonly events: Events;
  readonly webhooks = { verify: verifyWebhook, sign: signWebhook } as const;

  /**
   * Creates a client. @throws TypeError for an invalid option, which the message identifies, or if a live key is
   * used in a browser.
   */
  constructor(options: GuichetOptions = {}) {
    this.#options = options;
    const transport = makeTransport(readOptions(options));
    this.checkout = new Checkout(transport);
    this.payments = new Payments(transport);
    this.paymentLinks = new PaymentLinks(transport);
    this.receipts = new Receipts(transport);
    this.payouts = new Payouts(transport);
    this.customers = new Customers(transport);
    this.operators = new Operators(transport);
    this.balances = new Balances(transport);
    this.events = new Events(transport);
  }

  /**
   * Returns a copy of this client with some options changed, for example with a different merchant's key.
   *
   * @throws TypeError like the constructor.
   */
  withOptions(options: Partial<GuichetOptions>): Guichet {
    return new Guichet({ ...this.#options, ...options });
  }
}
