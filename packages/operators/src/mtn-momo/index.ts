import { asCurrency, type Currency } from '@guichet/kernel/currencies';
import type {
  CollectRequest,
  Connector,
  ConnectorAnswer,
  CredentialCheck,
  Direction,
  LookupRequest,
  PayoutRequest,
  RefundRequest,
  WalletBalance,
} from '../contract.ts';
import { outcomeWithoutAnswer, unknownFrom } from '../http/outcome-without.ts';
import { defineProvider, type ProviderDependencies } from '../provider.ts';
import { readBalanceMoney } from '../read-balance.ts';
import { readCallback } from './callback.ts';
import { type Client, type ClientResult, makeClient, type Product } from './client.ts';
import { addressOf, configSchema, type MtnMomoConfig, secretFields } from './config.ts';
import { mapCreated, mapLookup, writeOrder } from './map.ts';
import { hosts, marketOf, markets } from './markets.ts';
import { keepText, readBalance, readErrorCode } from './wire.ts';

/** MTN MoMo Open API: collections, disbursements and refunds of one market. See README.md. */
export const mtnMomo = defineProvider({
  id: 'mtn-momo',
  display_name: 'MTN MoMo',
  callback_trust: 'hint',
  config_schema: configSchema,
  secret_fields: secretFields,
  // A new key of the same user is of the same company.
  identity_fields: [
    ...(['target_environment', 'platform', 'api_user', 'disbursement_api_user'] as const),
    ...(['collection_subscription_key', 'disbursement_subscription_key'] as const),
  ],
  operators: Object.values(markets).map(({ operator }) => operator),
  hosts,
  addressOf,
  abilities: ['payout', 'refund', 'balance'],
  same_payment_apart_s: 0,
  servicesOf: (config) => {
    const { operator, currency } = marketOf(config.target_environment, config.sandbox_market);
    const disburses = config.disbursement_subscription_key !== undefined;
    const own = { operator, currency: config.currency ?? currency };
    const limits = { min_amount: null, max_amount: null, decimals: null };
    const back = { payout: disburses, refund: disburses, refund_parts: config.partial_refunds === true };
    return [{ ...own, ...limits, ...back, collect: true, code_first: null }];
  },
  open: openAccount,
});

/** The product and path of each direction. */
const paths: Readonly<Record<Direction, { readonly product: Product; readonly path: string }>> = {
  collect: { product: 'collection', path: 'v1_0/requesttopay' },
  payout: { product: 'disbursement', path: 'v1_0/transfer' },
  refund: { product: 'disbursement', path: 'v1_0/refund' },
};

type Asked = CollectRequest | PayoutRequest | RefundRequest;

function openAccount(config: MtnMomoConfig, deps: ProviderDependencies): Connector {
  const clients = makeClients(config, deps);
  const sandbox_currency = sandboxCurrencyOf(config);

  const create = async (
    direction: Direction,
    request: Asked,
    signal: AbortSignal,
  ): Promise<ConnectorAnswer> => {
    const { product, path } = paths[direction];
    const order = writeOrder(direction, request, sandbox_currency);
    const result = await requireClient(clients, product).create(path, request.reference, order, signal);
    const outcome = result.kind === 'reply' ? mapCreated(result, direction) : outcomeOf(result);
    return { outcome, provider_reference: null, raw: rawOf(result, request.phone) };
  };
  const lookup = async (request: LookupRequest, signal: AbortSignal): Promise<ConnectorAnswer> => {
    const { product, path } = paths[request.direction];
    const result = await requireClient(clients, product).get(`${path}/${request.reference}`, signal);
    const raw = rawOf(result, request.phone);
    if (result.kind === 'reply') {
      return { ...mapLookup(result, request, deps.clock.now(), sandbox_currency), raw };
    }
    const plain = result.kind === 'no_token' ? result.result : result;
    return { outcome: unknownFrom(plain), provider_reference: null, raw };
  };

  return {
    collect: (request, signal) => create('collect', request, signal),
    lookup,
    ...(clients.disbursement && {
      payout: (request, signal) => create('payout', request, signal),
      refund: async (request, signal) =>
        isPart(request) && config.partial_refunds !== true
          ? refused('partial_refunds_off')
          : create('refund', request, signal),
    }),
    balance: (signal) => readBalances(clients, signal),
    checkCredentials: (signal) => checkCredentials(clients, signal),
    // Nothing is signed: a callback is only a reason to inquire.
    verifyCallback: () => true,
    readCallback,
  };
}

type Clients = { readonly collection: Client; readonly disbursement?: Client };

function makeClients(config: MtnMomoConfig, deps: ProviderDependencies): Clients {
  const { target_environment, api_user, api_key, disbursement_subscription_key } = config;
  const make = (product: Product, credentials: Parameters<typeof makeClient>[0]['credentials']): Client =>
    makeClient(
      {
        product,
        base_url: addressOf(config),
        target_environment,
        credentials,
        callback_url: config.callbacks === false ? null : deps.callback_url,
      },
      deps,
    );
  const subscription_key = config.collection_subscription_key;
  return {
    collection: make('collection', { subscription_key, api_user, api_key }),
    ...(disbursement_subscription_key && {
      disbursement: make('disbursement', {
        subscription_key: disbursement_subscription_key,
        api_user: config.disbursement_api_user ?? api_user,
        api_key: config.disbursement_api_key ?? api_key,
      }),
    }),
  };
}

/** @throws Error when the account's disbursement settings were removed while a disbursement was open */
function requireClient(clients: Clients, product: Product): Client {
  const client = clients[product];
  if (!client) throw new Error(`the account has no subscription to MTN's ${product} product`);
  return client;
}

function sandboxCurrencyOf(config: MtnMomoConfig): Currency | undefined {
  return config.target_environment === 'sandbox' ? asCurrency(config.sandbox_currency ?? 'EUR') : undefined;
}

function isPart({ money, collection }: RefundRequest): boolean {
  return money.amount_minor !== collection.money.amount_minor;
}

/** A refusal of our own: nothing is sent. */
function refused(operator_code: string): ConnectorAnswer {
  return {
    outcome: { kind: 'failed', reason: 'other', operator_code, reached_customer: false },
    provider_reference: null,
    raw: null,
  };
}

/** The outcome without a token: wrong credentials, or MTN is down. The request was never sent. */
function outcomeOf(result: Exclude<ClientResult, { kind: 'reply' }>): ConnectorAnswer['outcome'] {
  if (result.kind !== 'no_token') return outcomeWithoutAnswer(result);
  return {
    kind: 'failed',
    reason: 'operator_down',
    operator_code: 'no_token',
    reached_customer: false,
  };
}

function rawOf(result: ClientResult, phone: string): unknown {
  if (result.kind === 'no_token') return { token: rawOf(result.result, phone) };
  if (result.kind !== 'reply') return { [result.kind]: result.cause };
  return { status: result.status, body: keepText(result.text, [phone]) };
}

async function readBalances(clients: Clients, signal: AbortSignal): Promise<readonly WalletBalance[]> {
  const balances: WalletBalance[] = [];
  for (const [wallet, client] of Object.entries(clients)) {
    const result = await client.get('v1_0/account/balance', signal);
    const wire = result.kind === 'reply' && result.status === 200 ? readBalance(result.text) : undefined;
    const money = wire && readBalanceMoney(wire.amount, wire.currency);
    // A balance that cannot be read does not hide the other one.
    if (money) balances.push({ wallet, money });
  }
  if (balances.length > 0) return balances;
  throw new Error(`MTN did not report the balance of ${Object.keys(clients).join(', ')}`);
}

/**
 * Inquires with each product about a transaction that does not exist: MTN responds "not found" to valid
 * credentials.
 */
async function checkCredentials(clients: Clients, signal: AbortSignal): Promise<CredentialCheck> {
  for (const { product, path } of [paths.collect, paths.payout]) {
    const client = clients[product];
    if (!client) continue;
    const result = await client.get(`${path}/${crypto.randomUUID()}`, signal);
    const check = judge(product, result);
    if (check.kind !== 'good') return check;
  }
  return { kind: 'good' };
}

function judge(product: Product, result: ClientResult): CredentialCheck {
  const reply = result.kind === 'no_token' ? result.result : result;
  if (reply.kind !== 'reply') return { kind: 'unknown', problem: `MTN (${product}) could not be reached` };
  const code = readErrorCode(reply.text);
  if (result.kind === 'reply' && (code === 'RESOURCE_NOT_FOUND' || reply.status === 200))
    return { kind: 'good' };
  if (code === 'ACCESS_DENIED_DUE_TO_INVALID_SUBSCRIPTION_KEY') {
    return { kind: 'bad', problem: `the subscription key of ${product} is not one of MTN's` };
  }
  const isEnvironment = code === 'NOT_ALLOWED_TARGET_ENVIRONMENT' || /X-Target-Environment/i.test(reply.text);
  if (isEnvironment) {
    return { kind: 'bad', problem: `the target environment is not open to this API user (${product})` };
  }
  if (reply.status === 403) {
    return {
      kind: 'bad',
      problem: `MTN blocks this machine's IP address (${product}); ask MTN to allow it`,
    };
  }
  if (reply.status === 400 || reply.status === 401) {
    return { kind: 'bad', problem: `API user, API key or subscription key of ${product} is wrong` };
  }
  return { kind: 'unknown', problem: `MTN (${product}) responded with ${reply.status}` };
}
