import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Context } from '@guichet/core/platform';
import { insertAccount, sealConfig } from '@guichet/core/testing';
import { makeId } from '@guichet/kernel/ids';
import type { Outcome } from '@guichet/kernel/outcome';
import type { ConnectorAnswer, LookupRequest, Service } from '@guichet/operators/contract';
import { outcomeWithoutAnswer, unknownFrom } from '@guichet/operators/http/outcome-without';
import { readJson } from '@guichet/operators/http/read-json';
import { defineProvider, type Provider } from '@guichet/operators/provider';
import Type from 'typebox';

/** A request that the operator has received for an account. */
export interface LiveCall {
  readonly account: string;
  readonly verb: 'collect' | 'lookup' | 'refund';
  readonly body: Readonly<Record<string, unknown>>;
}

/** The response: an outcome (`settled` for the requested amount), a page, or a dropped connection. */
export type LiveAnswer =
  | { readonly kind: 'settled' }
  | Exclude<Outcome, { kind: 'settled' }>
  | { readonly status: number; readonly text: string }
  | 'drop';

export interface LiveOperator {
  readonly provider: Provider;
  readonly calls: readonly LiveCall[];
  /** Sets an account's response from now on; `settled` by default. */
  answer(
    account: string,
    verb: LiveCall['verb'],
    how: LiveAnswer | (() => LiveAnswer | Promise<LiveAnswer>),
  ): void;
  /** Adds an account that reaches this operator, or a port that nothing listens on. @returns its id */
  addAccount(
    ctx: Context,
    merchant_id: string,
    account: {
      readonly name: string;
      readonly services: readonly Partial<Service>[];
      readonly is_gone?: boolean;
      readonly enabled?: boolean;
    },
  ): Promise<string>;
  close(): Promise<void>;
}

/** Starts an operator over real HTTP that responds as the test specifies. */
export async function startLiveOperator({ same_payment_apart_s = 0 } = {}): Promise<LiveOperator> {
  const calls: LiveCall[] = [];
  const answers = new Map<string, () => LiveAnswer | Promise<LiveAnswer>>();
  const server = createServer((request, response) => {
    void read(request).then(async (text) => {
      const [, account = '', verb = ''] = (request.url ?? '').split('/');
      const body = JSON.parse(text) as Record<string, unknown>;
      calls.push({ account, verb: verb as LiveCall['verb'], body });
      const said = (await answers.get(`${account} ${verb}`)?.()) ?? { kind: 'settled' };
      if (said === 'drop') return request.socket.destroy();
      if ('status' in said) return response.writeHead(said.status).end(said.text);
      response.end(JSON.stringify(said));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    provider: makeProvider(same_payment_apart_s),
    calls,
    answer: (account, verb, how) =>
      answers.set(`${account} ${verb}`, typeof how === 'function' ? how : () => how),
    addAccount: async (ctx, merchant_id, { name, services, is_gone = false, enabled = true }) => {
      // Port 1 is reserved (tcpmux): nothing listens on it.
      const base_url = `http://127.0.0.1:${is_gone ? 1 : port}/${name}`;
      const at = ctx.clock.now();
      const account = await insertAccount(ctx.db, {
        merchant_id,
        id: makeId('connector_account'),
        connector: 'scripted',
        name,
        config_sealed: sealConfig(ctx.secrets, { base_url }),
        services: JSON.stringify(services.map((one) => ({ ...service, ...one }))),
        enabled,
        created_at: at,
        updated_at: at,
        checked_at: null,
      });
      return account.id;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const service: Service = {
  operator: 'mtn_ci',
  currency: 'XOF',
  collect: true,
  payout: false,
  refund: false,
  min_amount: null,
  max_amount: null,
  decimals: null,
  code_first: null,
};

function makeProvider(same_payment_apart_s: number): Provider {
  return defineProvider({
    id: 'scripted',
    display_name: 'Scripted',
    callback_trust: 'signed',
    config_schema: Type.Object({ base_url: Type.String({ description: 'Address of the API' }) }),
    secret_fields: [],
    operators: ['mtn_ci', 'wave_ci'],
    hosts: [],
    addressOf: ({ base_url }) => base_url,
    abilities: [],
    same_payment_apart_s,
    servicesOf: () => [],
    open: ({ base_url }, { http }) => {
      const send = (verb: LiveCall['verb'], body: object, signal: AbortSignal) =>
        http({ method: 'POST', url: `${base_url}/${verb}`, body: JSON.stringify(body) }, signal);
      return {
        collect: async (request, signal) => {
          const { reference, operator, phone, money, otp, return_url } = request;
          const amount_minor = String(money.amount_minor);
          const told = { reference, operator, phone, amount_minor, otp, return_url };
          const result = await send('collect', told, signal);
          return answerOf(result.kind === 'reply' ? result.text : '', request, outcomeWithoutAnswer(result));
        },
        lookup: async (request, signal) => {
          const result = await send('lookup', { reference: request.reference }, signal);
          return answerOf(result.kind === 'reply' ? result.text : '', request, unknownFrom(result));
        },
        refund: async (request, signal) => {
          const result = await send('refund', { reference: request.reference }, signal);
          return answerOf(result.kind === 'reply' ? result.text : '', request, outcomeWithoutAnswer(result));
        },
        verifyCallback: () => true,
        readCallback: () => [],
      };
    },
  });
}

function answerOf(
  text: string,
  { money }: Pick<LookupRequest, 'money'>,
  otherwise: Outcome,
): ConnectorAnswer {
  const said = readJson(text) as LiveAnswer | undefined;
  if (typeof said !== 'object' || said === null || !('kind' in said)) {
    return { outcome: otherwise, provider_reference: null, raw: null };
  }
  const outcome: Outcome = said.kind === 'settled' ? { kind: 'settled', money } : said;
  return { outcome, provider_reference: 'their-1', raw: said };
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
