import { timestampText } from '@guichet/kernel/clock';
import type { Customer } from './queries.ts';
import type { CustomerObject } from './schemas.ts';

/** Presents a customer as merchants see it. */
export function presentCustomer(customer: Customer): CustomerObject {
  const { id, email, first_name, last_name, phone, country, mode, created_at } = customer;
  return {
    id,
    object: 'customer',
    email,
    first_name,
    last_name,
    phone,
    country,
    livemode: mode === 'live',
    created_at: timestampText(created_at),
  };
}
