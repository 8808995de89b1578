import { sql } from 'kysely';
import type { Breach } from '../breach.ts';

/** The lists of customers' payments contain exactly the payments with a customer, each for its customer. */
const lists = sql<Breach>`
  select 'payment_is_listed_for_its_customer' as rule, coalesce(payment.id, link.payment_id) as subject,
    case when link.payment_id is null then 'not in the list' else 'in the list of another customer' end as detail
  from (select * from payments where customer_id is not null) as payment
  full join customer_payments as link
    on link.customer_id = payment.customer_id
    and link.merchant_id = payment.merchant_id
    and link.payment_id = payment.id
  where payment.id is null or link.payment_id is null`;

export const customerInvariants = [lists];
