import { asCurrency } from '@guichet/kernel/currencies';
import { moneyFromText } from '@guichet/kernel/money';
import type { Outcome } from '@guichet/kernel/outcome';
import { makeBooks } from '@guichet/simulators/books';
import type { World as ProviderSide, Simulator, Transaction } from '@guichet/simulators/contract';
import { json, readObject } from '@guichet/simulators/reply';
import { Type } from 'typebox';
import { exerciseOperator } from '../conformance.ts';
import type { Connector, ConnectorAnswer } from '../contract.ts';
import type { Http, HttpCall } from '../http/contract.ts';
import { outcomeWithoutAnswer, unknownFrom } from '../http/outcome-without.ts';
import { readJson } from '../http/read-json.ts';
import { defineProvider } from '../provider.ts';
import { makeProviderWorld } from './provider-world.ts';

const xof = asCurrency('XOF');

/** A minimal provider: one path to pay, one to inquire, unsigned callbacks. */
const least = defineProvider({
  id: 'least',
  display_name: 'Least',
  callback_trust: 'hint',
  config_schema: Type.Object({ base_url: Type.String() }),
  secret_fields: [],
  operators: [],
  hosts: [],
  addressOf: ({ base_url }) => base_url,
  abilities: [],
  same_payment_apart_s: 0,
  servicesOf: () => [],
  open: ({ base_url }, { http }) => makeLeast(base_url, http),
});

function makeLeast(base_url: string, http: Http): Connector {
  const ask = async (call: HttpCall, signal: AbortSignal, isOrder: boolean): Promise<ConnectorAnswer> => {
    const result = await http(call, signal);
    const read = result.kind === 'reply' ? readOutcome(readJson(result.text)) : undefined;
    const outcome = read ?? (isOrder ? outcomeWithoutAnswer(result) : unknownFrom(result));
    return { outcome, provider_reference: null, raw: null };
  };
  return {
    collect: ({ reference, phone, money }, signal) => {
      const body = JSON.stringify({ reference, phone, amount: String(money.amount_minor) });
      return ask({ method: 'POST', url: `${base_url}/pay`, body }, signal, true);
    },
    lookup: ({ reference }, signal) =>
      ask({ method: 'GET', url: `${base_url}/pay/${reference}` }, signal, false),
    verifyCallback: () => true,
    readCallback: ({ body }) => {
      const value = readJson(body);
      const outcome = readOutcome(value);
      if (!outcome) return [];
      return [{ reference: (value as Transaction).reference, provider_reference: null, outcome, raw: null }];
    },
  };
}

function readOutcome(value: unknown): Outcome | undefined {
  const { status, moved_amount, code } = (value ?? {}) as Partial<Transaction>;
  if (status === 'pending') return { kind: 'pending', action: null };
  if (status === 'failed') return { kind: 'failed', reason: 'payer_cancelled', operator_code: String(code) };
  if (status !== 'success') return undefined;
  const read = moneyFromText(String(moved_amount), xof);
  return 'money' in read ? { kind: 'settled', money: read.money } : undefined;
}

function makeLeastSimulator(world: ProviderSide): Simulator {
  const headers = { 'content-type': 'application/json' };
  const books = makeBooks<null>(world, (entry) => {
    const url = world.callbackUrl();
    if (url) world.callBack({ method: 'POST', url, headers, body: JSON.stringify(entry) });
  });
  return {
    id: 'least',
    handle: ({ method, path, body }) => {
      if (method === 'GET') return json(200, books.find(path.slice('/pay/'.length)) ?? { status: 'none' });
      const { reference, phone, amount } = readObject(body) ?? {};
      const known = books.find(String(reference));
      if (known) return json(200, known);
      const order = {
        direction: 'collect',
        reference: String(reference),
        provider_reference: `P-${reference}`,
        phone: String(phone),
        asked_amount: String(amount),
        currency: 'XOF',
        extra: null,
      } as const;
      return json(200, books.open(order, { after_ms: 1_000, end: 'success' }));
    },
    transactions: books.all,
    decide: books.decide,
    expireTokens: () => undefined,
  };
}

exerciseOperator('the least provider', () =>
  makeProviderWorld({
    provider: least,
    makeSimulator: makeLeastSimulator,
    config: (base_url) => ({ base_url }),
    operator: 'mtn_bj',
    currency: xof,
    phone: '+2290197000001',
    provider_phone: '+2290197000001',
    money_paths: { collect: '/pay' },
    codes: { collect: { payer_cancelled: 'NO' } },
    never: ['asks for a code', 'redirects'],
  }),
);
