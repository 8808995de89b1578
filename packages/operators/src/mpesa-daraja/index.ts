import type { Connector, CredentialCheck } from '../contract.ts';
import { defineProvider, type ProviderDependencies } from '../provider.ts';
import type { Account } from './account.ts';
import { readCallback } from './callback.ts';
import { makeClient } from './client.ts';
import { addressOf, configSchema, type DarajaConfig, hosts, initiatorOf, secretFields } from './config.ts';
import { inquireByCallback, payout, reverse } from './initiator.ts';
import { collect, inquireAboutCollection } from './push.ts';
import { securityCredential } from './security-credential.ts';
import { readError } from './wire.ts';

const stk_max = 150_000;

/**
 * Safaricom refuses the same amount from the same number within about 30 s, and after a push without a response a
 * second push is safe only after about two minutes. The longer period applies to both, so that no customer is
 * asked twice.
 */
const same_payment_apart_s = 120;

/** Safaricom's M-PESA in Kenya: STK push, payouts (B2C), reversals. See README.md. */
export const mpesaDaraja = defineProvider({
  id: 'mpesa-daraja',
  display_name: 'M-PESA (Daraja)',
  // Safaricom refuses URLs with mpesa, m-pesa, safaricom, exe, exec, cmd, sql or query in them (C2B register
  // URL).
  callback_name: 'daraja',
  callback_trust: 'hint',
  config_schema: configSchema,
  secret_fields: secretFields,
  identity_fields: [
    'environment',
    'consumer_key',
    'short_code',
    'till',
    'payout_short_code',
    'initiator_name',
  ],
  operators: ['mpesa_ke'],
  hosts,
  addressOf,
  abilities: ['payout', 'refund'],
  callback_answer: { status: 200, body: JSON.stringify({ ResultCode: 0, ResultDesc: 'Accepted' }) },
  same_payment_apart_s,
  servicesOf: (config) => {
    const acts = initiatorOf(config) !== undefined;
    return [
      {
        operator: 'mpesa_ke',
        currency: 'KES',
        collect: true,
        payout: acts,
        refund: acts && config.refund_by === 'reversal',
        refund_parts: config.partial_reversals === true,
        min_amount: 1,
        max_amount: config.max_amount ?? stk_max,
        decimals: 0,
        code_first: null,
      },
    ];
  },
  open: openAccount,
});

function openAccount(config: DarajaConfig, { clock, http, callback_url }: ProviderDependencies): Connector {
  const account: Account = { config, client: makeClient(config, { clock, http }), clock, callback_url };
  const initiator = initiatorOf(config);
  return {
    collect: (request, signal) => collect(account, request, signal),
    lookup: (request, signal) =>
      request.direction === 'collect'
        ? inquireAboutCollection(account, request, signal)
        : inquireByCallback(account, initiator, request, signal),
    ...(initiator && { payout: (request, signal) => payout(account, initiator, request, signal) }),
    ...(initiator &&
      config.refund_by === 'reversal' && {
        refund: (request, signal) => reverse(account, initiator, request, signal),
      }),
    checkCredentials: () => checkCredentials(account),
    // The parsing of a callback decides what to trust in it.
    verifyCallback: () => true,
    readCallback: (raw) => readCallback(config.callback_key.reveal(), raw),
  };
}

/** Gets a token. The passkey and the initiator can be tested only by moving money. */
async function checkCredentials({ client, config }: Account): Promise<CredentialCheck> {
  const problem = initiatorProblem(config);
  if (problem !== null) return { kind: 'bad', problem };
  const issued = await client.getToken();
  if (issued.kind === 'token') return { kind: 'good' };
  const { result } = issued;
  if (result.kind !== 'reply') {
    return { kind: 'unknown', problem: `Daraja did not respond (${result.kind}: ${result.cause})` };
  }
  const error = readError(result.text);
  const said = error ? `${result.status} ${error.code}: ${error.message}` : String(result.status);
  // Wrong keys may also get an empty body.
  const isRefused = [400, 401].includes(result.status) && (error !== undefined || result.text.trim() === '');
  return { kind: isRefused ? 'bad' : 'unknown', problem: `Daraja issued no token: ${said}` };
}

function initiatorProblem(config: DarajaConfig): string | null {
  const { initiator_name, initiator_password, certificate } = config;
  const given = [initiator_name, initiator_password, certificate].filter((one) => one !== undefined);
  if (given.length === 0) return null;
  const initiator = initiatorOf(config);
  if (!initiator) return 'an initiator needs all three: initiator_name, initiator_password and certificate';
  try {
    securityCredential(initiator.password, initiator.certificate);
    return null;
  } catch (error) {
    return `the certificate cannot be used: ${error instanceof Error ? error.message : String(error)}`;
  }
}
