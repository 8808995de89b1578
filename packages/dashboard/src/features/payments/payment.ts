import type { paths } from '../../api/schema.d.ts';

type Answer =
  paths['/dashboard/api/{merchant_id}/{mode}/payments/{id}']['get']['responses'][200]['content']['application/json'];

/** Everything that is known about a payment, as the server returns it. */
export type PaymentDetail = Answer['data'];
export type Try = PaymentDetail['attempts'][number];
export type Refund = PaymentDetail['refunds'][number];
export type OperatorCall = Try['calls'][number];
