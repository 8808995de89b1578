import type { Connector, CredentialCheck, LookupRequest, WalletBalance } from '../contract.ts';
import type { HttpResult } from '../http/contract.ts';
import { defineProvider, type ProviderDependencies } from '../provider.ts';
import { readCallback, verifyCallback } from './callback.ts';
import { collect, inquireAboutCollection } from './checkout.ts';
import { type Client, makeClient } from './client.ts';
import { addressOf, configSchema, hosts, markets, secretFields, type WaveConfig } from './config.ts';
import { readMoney } from './map.ts';
import { inquireAboutPayout, payout } from './payout.ts';
import { makeProgress, type Progress } from './progress.ts';
import { inquireAboutRefund, refund } from './refund.ts';
import { readBalance, readErrorCode } from './wire.ts';

/** Wave's Business APIs: payment links, payouts, refunds of links, one wallet of one country. See README.md. */
export const wave = defineProvider({
  id: 'wave',
  display_name: 'Wave',
  callback_trust: 'signed',
  config_schema: configSchema,
  secret_fields: secretFields,
  identity_fields: ['country', 'api_key'],
  operators: Object.values(markets).map(({ operator }) => operator),
  hosts,
  addressOf,
  abilities: ['payout', 'refund', 'balance'],
  // "final unless later reversed": Wave may reverse payouts for three days.
  reversible_for_h: { payout: 72 },
  same_payment_apart_s: 0,
  servicesOf: ({ country, payouts, restrict_payer }) => [
    {
      ...markets[country],
      collect: true,
      payout: payouts !== false,
      refund: true,
      refund_parts: false,
      payer_known: restrict_payer !== false,
      needs_number: restrict_payer === true,
      min_amount: null,
      max_amount: null,
      decimals: null,
      code_first: null,
    },
  ],
  open: openAccount,
});

function openAccount(config: WaveConfig, deps: ProviderDependencies): Connector {
  const { clock } = deps;
  const client = makeClient(config, deps);
  const inquiries = makeInquiries(makeProgress());
  return {
    collect: (request, signal) => collect(client, request, config.restrict_payer !== false, signal),
    lookup: (request, signal) => inquiries[request.direction](client, request, clock.now(), signal),
    ...(config.payouts !== false && { payout: (request, signal) => payout(client, request, signal) }),
    refund: (request, signal) => refund(client, request, signal),
    balance: async (signal) => [await readWallet(client, signal)],
    checkCredentials: (signal) => checkCredentials(client, config, signal),
    verifyCallback: (raw) => verifyCallback(config, clock.now(), raw),
    readCallback,
  };
}

function makeInquiries(
  progress: Progress,
): Readonly<Record<LookupRequest['direction'], typeof inquireAboutPayout>> {
  return {
    collect: inquireAboutCollection,
    payout: inquireAboutPayout,
    refund: (...asked) => inquireAboutRefund(progress, ...asked),
  };
}

/** @throws Error when Wave does not report the wallet's balance */
async function readWallet(client: Client, signal: AbortSignal): Promise<WalletBalance> {
  const result = await client.get('/v1/balance', signal);
  const { amount, currency } = readBalance(
    result.kind === 'reply' && result.status === 200 ? result.text : '',
  );
  const money = readMoney(amount, currency);
  if (!money) throw new Error(`Wave did not report the balance of the wallet: ${describe(result)}`);
  return { wallet: '', money };
}

/** Checks the key by reading the balance: its wallet must be in the account's country. */
async function checkCredentials(
  client: Client,
  { country }: WaveConfig,
  signal: AbortSignal,
): Promise<CredentialCheck> {
  const result = await client.get('/v1/balance', signal);
  if (result.kind === 'reply' && result.status === 200) {
    const { currency } = readBalance(result.text);
    const expected = markets[country].currency;
    if (currency === expected) return { kind: 'good' };
    if (currency === null) return { kind: 'unknown', problem: `Wave responded with ${describe(result)}` };
    return { kind: 'bad', problem: `the key's wallet holds ${currency}, but ${country} has ${expected}` };
  }
  const code = result.kind === 'reply' ? readErrorCode(result.text) : null;
  const isRefused = result.kind === 'reply' && [401, 403].includes(result.status) && code !== null;
  return { kind: isRefused ? 'bad' : 'unknown', problem: `Wave responded with ${describe(result)}` };
}

function describe(result: HttpResult): string {
  if (result.kind !== 'reply') return `nothing (${result.kind}: ${result.cause})`;
  const code = readErrorCode(result.text);
  return code === null ? String(result.status) : `${result.status} ${code}`;
}
