import { randomUUID } from 'node:crypto';
import { asCurrency } from '@guichet/kernel/currencies';
import {
  makePawapay,
  type PawapayOptions,
  type PawapaySimulator,
} from '@guichet/simulators/pawapay/simulator';
import { type StartedProvider, startProvider } from '../../conformance/start-provider.ts';
import type { CollectRequest, LookupRequest, PayoutRequest, RefundRequest } from '../../contract.ts';
import { pawapay } from '../index.ts';

export const api_token = 'test-token';
const phone = '+2290197000001';

/** Starts a simulator, and opens an account at it. */
export function startAccount(
  options: Partial<PawapayOptions> = {},
  config: Readonly<Record<string, unknown>> = {},
): Promise<StartedProvider<PawapaySimulator>> {
  return startProvider({
    provider: pawapay,
    makeSimulator: (world) => makePawapay(world, { api_token, ...options }),
    config: (base_url) => ({ base_url, api_token, ...config }),
  });
}

export const signal = (): AbortSignal => AbortSignal.timeout(5_000);

export function collectionOf(more: Partial<CollectRequest> = {}): CollectRequest {
  return {
    reference: randomUUID(),
    operator: 'mtn_bj',
    phone,
    money: { amount_minor: 1_500n, currency: asCurrency('XOF') },
    description: 'Order 481',
    otp: null,
    page_url: 'https://pay.example.com/pay/token',
    return_url: 'https://pay.example.com/pay/token?returned=1',
    session_expires_at: new Date('2026-03-01T10:30:00Z'),
    ...more,
  };
}

export function payoutOf(more: Partial<PayoutRequest> = {}): PayoutRequest {
  const { reference, operator, money, description } = collectionOf();
  return { reference, operator, phone, money, description, first_name: null, last_name: null, ...more };
}

export function refundOf(
  collection: CollectRequest,
  amount_minor = collection.money.amount_minor,
): RefundRequest {
  const { operator, money, reference } = collection;
  return {
    reference: randomUUID(),
    operator,
    phone: collection.phone,
    money: { ...money, amount_minor },
    description: '',
    collection: { reference, provider_reference: null, money },
  };
}

export function lookupOf(
  request: CollectRequest | PayoutRequest | RefundRequest,
  direction: LookupRequest['direction'],
  created_at: Date,
): LookupRequest {
  const { reference, operator, phone: number, money } = request;
  return { direction, reference, provider_reference: null, operator, phone: number, money, created_at };
}
