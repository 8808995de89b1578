import { asCurrency } from '@guichet/kernel/currencies';
import type { PayoutRequest } from '@guichet/operators/contract';
import type { Transfer } from './transfer.ts';

/** Builds the part of an operator request that payouts and refunds have in common. */
export function requestFor(
  { reference, operator, amount_minor, currency }: Transfer,
  phone: string,
  description: string | null,
): Omit<PayoutRequest, 'first_name' | 'last_name'> {
  const money = { amount_minor, currency: asCurrency(currency) };
  return { reference, operator, phone, money, description: description ?? '' };
}
