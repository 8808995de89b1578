import { isOperatorCode } from '@guichet/operators/catalogue';
import type {
  CollectRequest,
  Connector,
  ConnectorAnswer,
  CredentialCheck,
  LookupRequest,
  PayoutRequest,
  RefundRequest,
} from '@guichet/operators/contract';
import { outcomeWithoutAnswer } from '@guichet/operators/http/outcome-without';
import { redact } from '@guichet/operators/http/redact';
import { type Config, defineProvider, type ProviderDependencies } from '@guichet/operators/provider';
import Type from 'typebox';
import { readCallback, verifyCallback } from './callback.ts';
import { makeClient } from './client.ts';
import { mapCreated, mapLookup, writeTransfer } from './map.ts';

const configSchema = Type.Object(
  {
    base_url: Type.String({
      pattern: '^https?://[^\\s/?#]+$',
      description: 'The address of Acme Pay, without a trailing slash.',
    }),
    api_key: Type.String({ minLength: 1, description: 'From the Acme Pay dashboard.' }),
    callback_secret: Type.String({ minLength: 1, description: 'The secret that signs the callbacks.' }),
    operator: Type.String({ description: 'Code of the operator that the account collects from: mtn_ci.' }),
    currency: Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217: XOF.' }),
  },
  { additionalProperties: false },
);
const secretFields = ['api_key', 'callback_secret'] as const;
type AcmePayConfig = Config<typeof configSchema, (typeof secretFields)[number]>;

/** Acme Pay: collections, payouts and refunds. See README.md. */
export const acmePay = defineProvider({
  id: 'acme-pay',
  display_name: 'Acme Pay',
  callback_trust: 'signed',
  config_schema: configSchema,
  secret_fields: secretFields,
  // Every operator that an account can collect with.
  operators: ['mtn_ci'],
  // The provider's own hosts, as in its documentation. Accounts' secrets are sent to no others.
  hosts: ['api.acme-pay.example'],
  addressOf: ({ base_url }) => base_url,
  abilities: ['payout', 'refund'],
  same_payment_apart_s: 0,
  servicesOf: ({ operator, currency }) =>
    isOperatorCode(operator)
      ? [
          {
            operator,
            currency,
            collect: true,
            payout: true,
            refund: true,
            min_amount: null,
            max_amount: null,
            decimals: null,
            code_first: null,
          },
        ]
      : [],
  open: openAccount,
});

function openAccount(config: AcmePayConfig, { clock, http, callback_url }: ProviderDependencies): Connector {
  const client = makeClient({ base_url: config.base_url, api_key: config.api_key }, http);

  const create = async (
    kind: 'collect' | 'payout' | 'refund',
    request: CollectRequest | PayoutRequest | RefundRequest,
    signal: AbortSignal,
  ): Promise<ConnectorAnswer> => {
    const result = await client.create(writeTransfer(kind, request, callback_url), signal);
    if (result.kind !== 'reply') {
      return {
        outcome: outcomeWithoutAnswer(result),
        provider_reference: null,
        raw: { [result.kind]: result.cause },
      };
    }
    return { ...mapCreated(result, kind), raw: rawOf(result, request.phone) };
  };

  return {
    collect: (request, signal) => create('collect', request, signal),
    payout: (request, signal) => create('payout', request, signal),
    refund: (request, signal) => create('refund', request, signal),
    lookup: async (request: LookupRequest, signal) => {
      const result = await client.find(request.reference, signal);
      const raw = result.kind === 'reply' ? rawOf(result, request.phone) : { [result.kind]: result.cause };
      return { ...mapLookup(result, request, clock.now()), raw };
    },
    checkCredentials: async (signal): Promise<CredentialCheck> => {
      const result = await client.find(crypto.randomUUID(), signal);
      if (result.kind !== 'reply') return { kind: 'unknown', problem: 'Acme Pay could not be reached' };
      if (result.status === 401) return { kind: 'bad', problem: 'Acme Pay does not know this API key' };
      if (result.status === 404) return { kind: 'good' };
      return { kind: 'unknown', problem: `Acme Pay responded with ${result.status}` };
    },
    verifyCallback: (raw) => verifyCallback(config.callback_secret, raw),
    readCallback,
  };
}

function rawOf({ status, text }: { status: number; text: string }, phone: string): unknown {
  return { status, body: redact(text, [phone]) };
}
