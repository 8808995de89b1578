import { randomBytes } from 'node:crypto';

export interface Order {
  /** Hard to guess, because anyone who has an order's address can see the order. */
  readonly id: string;
  readonly name: string;
  /** In the major unit of `currency`. */
  readonly amount: number;
  readonly currency: string;
  readonly status: 'waiting' | 'paid';
  /** The id of the payment that paid the order. */
  readonly payment_id: string | null;
}

export interface Orders {
  create(product: Pick<Order, 'name' | 'amount' | 'currency'>): Order;
  find(id: string): Order | undefined;
  markPaid(id: string, payment_id: string): void;
}

/** Keeps orders in memory, where they are lost when the process ends: a real shop keeps them in its database. */
export function makeOrders(): Orders {
  const orders = new Map<string, Order>();
  return {
    create({ name, amount, currency }) {
      const id = randomBytes(8).toString('hex');
      const order: Order = { id, name, amount, currency, status: 'waiting', payment_id: null };
      orders.set(order.id, order);
      return order;
    },
    find: (id) => orders.get(id),
    markPaid(id, payment_id) {
      const order = orders.get(id);
      if (!order) throw new Error(`there is no order ${id}`);
      orders.set(id, { ...order, status: 'paid', payment_id });
    },
  };
}
