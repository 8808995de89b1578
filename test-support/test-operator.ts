import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { asCurrency } from '@guichet/kernel/currencies';
import type { Outcome } from '@guichet/kernel/outcome';
import type { ConnectorAnswer, Notice, RawCallback, Service } from '@guichet/operators/contract';
import { outcomeWithoutAnswer, unknownFrom } from '@guichet/operators/http/outcome-without';
import { readJson } from '@guichet/operators/http/read-json';
import { defineProvider, type Provider } from '@guichet/operators/provider';
import Type from 'typebox';

/** A request to the test operator. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly authorization: string;
  readonly body: unknown;
}

export interface Reply {
  readonly status: number;
  readonly body: unknown;
}

export interface TestOperator {
  readonly url: string;
  readonly asked: readonly Asked[];
  /**
   * Sets the response of a route from now on, identified by method and first path segment: `GET
   * /transactions`.
   */
  answer(route: string, reply: Reply | ((asked: Asked) => Reply)): void;
  close(): Promise<void>;
}

/** Starts an operator with a plain API over real HTTP that responds as the test specifies. */
export async function startTestOperator(): Promise<TestOperator> {
  const asked: Asked[] = [];
  const answers = new Map<string, (asked: Asked) => Reply>();
  const server = createServer((request, response) => {
    void readBody(request).then((text) => {
      const { method = '', url: path = '', headers } = request;
      const one = { method, path, authorization: headers.authorization ?? '', body: readJson(text) };
      asked.push(one);
      const route = `${method} /${path.split('/')[1]}`;
      const { status, body } = answers.get(route)?.(one) ?? { status: 404, body: {} };
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    answer: (route, reply) => answers.set(route, typeof reply === 'function' ? reply : () => reply),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

const config_schema = Type.Object({
  base_url: Type.String({ description: 'Address of the API' }),
  api_key: Type.String({ minLength: 8, description: 'API key' }),
  callback_secret: Type.Optional(Type.String({ description: 'Key that signs callbacks' })),
  attempts: Type.Optional(Type.Integer({ minimum: 1, description: 'A number' })),
  live: Type.Optional(Type.Boolean({ description: 'A boolean' })),
});

const service: Service = {
  operator: 'mtn_ci',
  currency: 'XOF',
  collect: true,
  payout: true,
  refund: false,
  min_amount: 100,
  max_amount: 1_000_000,
  decimals: 0,
  code_first: null,
};

/** The parts of the provider that do not depend on the trust in its callbacks. */
const plain = {
  display_name: 'Plain Pay',
  config_schema,
  secret_fields: ['api_key', 'callback_secret'] as const,
  operators: ['mtn_ci'],
  hosts: ['api.plain.example'],
  addressOf: ({ base_url }: { readonly base_url: string }) => base_url,
  abilities: ['payout', 'balance'] as const,
  same_payment_apart_s: 0,
};

/**
 * Makes a provider for {@link TestOperator}: `plain-signed` or `plain-hint`, by the trust in its callbacks.
 */
export function makeTestProvider(callback_trust: 'signed' | 'hint'): Provider {
  return defineProvider({
    id: `plain-${callback_trust}`,
    ...plain,
    callback_trust,
    callback_answer: { status: 202, body: 'taken' },
    servicesOf: () => [service],
    open: ({ base_url, api_key, callback_secret }, { http, callback_url }) => {
      const send = (method: 'GET' | 'POST', path: string, signal: AbortSignal, body?: object) =>
        http(
          {
            method,
            url: `${base_url}${path}`,
            headers: { authorization: `Bearer ${api_key.reveal()}` },
            ...(body && { body: JSON.stringify(body) }),
          },
          signal,
        );
      const move = (path: string) => async (request: Order, signal: AbortSignal) => {
        const { reference, phone, money, otp = null } = request;
        const body = { reference, phone, otp, amount: Number(money.amount_minor), callback_url };
        const result = await send('POST', path, signal, body);
        if (result.kind === 'reply' && result.status === 599)
          throw new Error(`broken over ${phone} and ${otp}`);
        return answerOf(
          result.kind === 'reply' ? readJson(result.text) : undefined,
          outcomeWithoutAnswer(result),
        );
      };
      return {
        collect: move('/collect'),
        payout: move('/payout'),
        lookup: async ({ reference, provider_reference }, signal) => {
          const result = await send('GET', `/transactions/${provider_reference ?? reference}`, signal);
          return answerOf(result.kind === 'reply' ? readJson(result.text) : undefined, unknownFrom(result));
        },
        balance: async (signal) => {
          const result = await send('GET', '/balance', signal);
          if (result.kind !== 'reply' || result.status !== 200)
            throw new Error(`no balance for ${api_key.reveal()}`);
          const { amount = 5000, currency = 'XOF' } = readJson(result.text) as Partial<Body>;
          return [
            { wallet: 'main', money: { amount_minor: BigInt(amount), currency: asCurrency(currency) } },
          ];
        },
        checkCredentials: async (signal) => {
          const result = await send('GET', '/check', signal);
          if (result.kind !== 'reply') return { kind: 'unknown', problem: result.cause };
          if (result.status === 200) return { kind: 'good', services: [service] };
          if (result.status === 401) return { kind: 'bad', problem: `the key ${api_key.reveal()} is wrong` };
          return { kind: 'unknown', problem: `status ${result.status}` };
        },
        verifyCallback: async (raw) =>
          callback_trust === 'hint' ||
          raw.headers['x-signature'] === sign(callback_secret?.reveal() ?? '', raw),
        readCallback: (raw) => {
          const answer = answerOf(readJson(raw.body), { kind: 'unknown', cause: 'unreadable' });
          const body = readJson(raw.body) as { reference?: string } | undefined;
          if (body === undefined) throw new SyntaxError(`not JSON: ${raw.body}`);
          // Like a provider that signs nothing but receives a secret of ours in the callback URL.
          const isProven = raw.request?.url.endsWith(`?proof=${callback_secret?.reveal()}`) === true;
          const notice: Notice = { ...answer, reference: body.reference ?? null };
          return [isProven ? { ...notice, trust: 'signed' } : notice];
        },
      };
    },
  });
}

interface Order {
  readonly reference: string;
  readonly phone: string;
  readonly money: { readonly amount_minor: bigint };
  readonly otp?: string | null;
}

/** Parses a response or callback of the test operator: `{status, amount, currency, id, reached}`. */
function answerOf(body: unknown, otherwise: Outcome): ConnectorAnswer {
  if (typeof body !== 'object' || body === null || !('status' in body)) {
    return { outcome: otherwise, provider_reference: null, raw: null };
  }
  const { status, amount = 0, currency = 'XOF', id = null, reached = true } = body as Body;
  const provider_reference = id;
  const raw = { status };
  if (status === 'paid') {
    const money = { amount_minor: BigInt(amount), currency: asCurrency(currency) };
    return { outcome: { kind: 'settled', money }, provider_reference, raw };
  }
  if (status === 'absent') {
    const outcome: Outcome = { kind: 'failed', reason: 'operator_down', operator_code: 'never_received' };
    return { outcome, provider_reference, raw };
  }
  if (status === 'refused') {
    const outcome: Outcome = {
      kind: 'failed',
      reason: reached ? 'payer_cancelled' : 'operator_down',
      operator_code: 'no',
      ...(!reached && { reached_customer: false as const }),
    };
    return { outcome, provider_reference, raw };
  }
  return { outcome: { kind: 'pending', action: null }, provider_reference, raw };
}

interface Body {
  readonly status: string;
  readonly amount?: number;
  readonly currency?: string;
  readonly id?: string;
  readonly reached?: boolean;
}

/** The test operator's signature of the URL and body of a callback. */
export function sign(secret: string, { body, request }: Pick<RawCallback, 'body' | 'request'>): string {
  return createHmac('sha256', secret).update(`${request?.url}\n${body}`).digest('hex');
}
