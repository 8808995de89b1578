import { Checkout } from './checkout.ts';
import { type GuichetOptions, readOptions } from './options.ts';
import { Payments } from './payments.ts';
import { makeTransport } from './transport.ts';
import { signWebhook, verifyWebhook } from './webhooks.ts';

/** One merchant's access to a Guichet service, in the mode of its key. Make one and share it. */
export class Guichet {
  readonly checkout: Checkout;
  readonly payments: Payments;
  readonly webhooks = { verify: verifyWebhook, sign: signWebhook } as const;

  /** @throws TypeError naming the option that is wrong. */
  constructor(options: GuichetOptions) {
    const transport = makeTransport(readOptions(options));
    this.checkout = new Checkout(transport);
    this.payments = new Payments(transport);
  }
}
