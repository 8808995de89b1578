import { List, type Page } from './list.ts';
import type { CallOptions, CreateOptions } from './options.ts';
import type {
  PaymentLink,
  PaymentLinkChanges,
  PaymentLinkParameters,
  PaymentLinkStatus,
} from './payment-link.ts';
import { pathSegment, type Transport } from './transport.ts';

export interface PaymentLinkFilter {
  readonly status?: PaymentLinkStatus | undefined;
  /** Items per page, from 1 to 100. Default: 25. */
  readonly limit?: number | undefined;
  /** The `next_cursor` of the previous page. */
  readonly cursor?: string | undefined;
}

export class PaymentLinks {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Creates a payment link: share its `url` in a message or as a QR code. Each payment through it has the link's id
   * in `payment_link`.
   *
   * @throws ValidationError
   */
  async create(parameters: PaymentLinkParameters, options?: CreateOptions): Promise<PaymentLink> {
    return this.#transport.post('/payment_links', parameters, options);
  }

  /** Returns a payment link by id. @throws NotFoundError */
  async retrieve(id: string, options?: CallOptions): Promise<PaymentLink> {
    return this.#transport.get(`/payment_links/${pathSegment('id', id)}`, options);
  }

  /**
   * Changes a payment link, or pauses, resumes or ends it. A customer who has already opened the link pays the price
   * that they have seen, unless the link is paused or has ended.
   *
   * @throws NotFoundError
   * @throws ValidationError, also for the status of a link that has ended.
   */
  async update(id: string, changes: PaymentLinkChanges, options?: CreateOptions): Promise<PaymentLink> {
    return this.#transport.post(`/payment_links/${pathSegment('id', id)}`, changes, options);
  }

  /** Lists the payment links of this mode, newest first. */
  list(filter: PaymentLinkFilter = {}, options?: CallOptions): List<PaymentLink> {
    return new List((cursor = filter.cursor) =>
      this.#transport.get<Page<PaymentLink>>('/payment_links', options, { ...filter, cursor }),
    );
  }
}
