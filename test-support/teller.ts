import { storeCallback } from '@guichet/core/operations';
import type { Context } from '@guichet/core/platform';
import { insertAccount, sealConfig } from '@guichet/core/testing';
import { asCurrency } from '@guichet/kernel/currencies';
import { makeId } from '@guichet/kernel/ids';
import type { Outcome } from '@guichet/kernel/outcome';
import type { LookupRequest, Notice, RefundRequest } from '@guichet/operators/contract';
import { defineProvider, type Provider } from '@guichet/operators/provider';
import Type from 'typebox';
import { visitor } from './actors.ts';

/** The trust in a provider's callbacks: signed, or only a hint. */
export type Trust = 'signed' | 'hint';

export const pending: Outcome = { kind: 'pending', action: null };

/**
 * Two providers for tests, one for each kind of trust, and the state that they share. Their callbacks are
 * notices as JSON.
 */
export const teller = {
  /** The refund requests that the providers have received. */
  asked: [] as RefundRequest[],
  inquiries: [] as LookupRequest[],
  /** The outcome that the providers report for each inquiry. */
  truth: pending as Outcome,
  /** Until this is resolved, the providers hold back their responses to inquiries. */
  held_back: Promise.resolve(),
  /** Whether the secret that verifies callbacks is wrong in our settings. */
  is_secret_wrong: false,
  providers: [makeTeller('signed'), makeTeller('hint')],
};

/** Makes a provider with this trust in its callbacks; the `trust` setting of an account takes precedence. */
function makeTeller(callback_trust: Trust): Provider {
  return defineProvider({
    id: `teller-${callback_trust}`,
    display_name: 'Teller',
    callback_trust,
    config_schema: Type.Object({
      trust: Type.Optional(Type.Enum(['signed', 'hint'], { description: 'Trust' })),
    }),
    secret_fields: [],
    operators: ['mtn_ci'],
    hosts: ['teller.example'],
    addressOf: () => 'https://teller.example',
    abilities: ['refund'],
    same_payment_apart_s: 0,
    servicesOf: () => [],
    open: ({ trust }) => ({
      ...(trust && { callback_trust: trust }),
      collect: async () => ({ outcome: pending, provider_reference: null, raw: null }),
      lookup: async (request) => {
        const outcome = teller.truth;
        teller.inquiries.push(request);
        await teller.held_back;
        return { outcome, provider_reference: null, raw: null };
      },
      refund: async (request) => {
        teller.asked.push(request);
        return { outcome: pending, provider_reference: null, raw: null };
      },
      verifyCallback: ({ body }) => !(teller.is_secret_wrong || body.includes('forged')),
      readCallback: ({ body }) => [noticeOf(JSON.parse(body) as Partial<Notice> & { amount?: number })],
    }),
  });
}

function noticeOf({ amount, ...said }: Partial<Notice> & { readonly amount?: number }): Notice {
  const outcome: Outcome = amount === undefined ? pending : settledWith(amount);
  return { reference: null, provider_reference: null, outcome, raw: said, ...said };
}

/** Returns a settled outcome. @param amount in XOF */
export function settledWith(amount: number): Outcome {
  return { kind: 'settled', money: { amount_minor: BigInt(amount), currency: asCurrency('XOF') } };
}

/** An account with the provider. */
export interface TellerAccount {
  readonly id: string;
  readonly connector: string;
}

/** Adds an account of a merchant with a provider, without valid credentials. */
export async function addTellerAccount(
  ctx: Context,
  merchant_id: string,
  connector: string,
  config: object = {},
): Promise<TellerAccount> {
  const at = ctx.clock.now();
  return insertAccount(ctx.db, {
    ...{ merchant_id, id: makeId('connector_account'), connector, name: 'main' },
    config_sealed: sealConfig(ctx.secrets, { ...config }),
    services: '[]',
    ...{ created_at: at, updated_at: at, checked_at: null },
  });
}

/** Receives a callback for an account. */
export async function receiveFromTeller(
  ctx: Context,
  account: TellerAccount,
  body: object,
  reference: string | null = null,
): Promise<void> {
  await storeCallback(ctx, visitor, {
    connector: account.connector,
    account_id: account.id,
    reference,
    method: 'POST',
    path: `/callbacks/${account.connector}/${account.id}${reference === null ? '' : `/${reference}`}`,
    headers: {},
    body: Buffer.from(JSON.stringify(body)),
  });
}
