import type { Clock } from '@guichet/kernel/clock';
import type { Outcome } from '@guichet/kernel/outcome';
import { ageOf } from '../age-of.ts';
import type { Availability, Connector, ConnectorAnswer, LookupRequest, WalletBalance } from '../contract.ts';
import type { HttpResult } from '../http/contract.ts';
import { lease_ms } from '../http/lease.ts';
import { outcomeWithoutAnswer, unknownFrom } from '../http/outcome-without.ts';
import { readJson } from '../http/read-json.ts';
import { redact } from '../http/redact.ts';
import { storableText } from '../http/storable.ts';
import { readBalanceMoney } from '../read-balance.ts';
import { readCallback } from './callback.ts';
import type { Client } from './client.ts';
import { readAvailability } from './configuration.ts';
import { depositOf, outcomeOf, outcomeOfInitiation, payoutOf, refundOf, type Writing } from './map.ts';
import { findPlace } from './operators.ts';
import { type FindKey, isSigned } from './verify.ts';
import { paths, readBalances, readInitiation, readStatus } from './wire.ts';

/**
 * For 15 minutes after a request was sent, "not found" does not mean that the request never arrived (docs.pawapay.io,
 * what to know).
 */
const not_found_after_ms = lease_ms + 15 * 60_000;

const notServed: ConnectorAnswer = {
  outcome: { kind: 'failed', reason: 'other', operator_code: 'not_served', reached_customer: false },
  provider_reference: null,
  raw: null,
};

type Asked = Pick<LookupRequest, 'direction' | 'reference' | 'phone'>;

export interface Parts {
  readonly client: Client;
  readonly clock: Clock;
  readonly writing: Writing;
  /** null if callbacks are unsigned; they are then only hints. */
  readonly findKey: FindKey | null;
  readonly checkCredentials: Connector['checkCredentials'] & {};
}

export function makeConnector(parts: Parts): Connector {
  const { client, clock, writing, findKey } = parts;
  return {
    callback_trust: findKey ? 'signed' : 'hint',
    collect: async (request, signal) => {
      const place = findPlace(request.operator);
      if (!place) return notServed;
      const asked = { direction: 'collect', ...request } as const;
      const { answer, next_step } = await initiate(parts, asked, depositOf(request, place, writing), signal);
      if (next_step !== 'GET_AUTH_URL' || answer.outcome.kind !== 'pending') return answer;
      // The page's URL is often available immediately; if not, later inquiries find it.
      const found = await inquire(parts, asked, 0, signal);
      return found.outcome.kind === 'unknown' ? answer : found;
    },
    lookup: (request, signal) => inquire(parts, request, ageOf(request, clock.now()), signal),
    payout: async (request, signal) => {
      const place = findPlace(request.operator);
      if (!place) return notServed;
      const asked = { direction: 'payout', ...request } as const;
      const { answer } = await initiate(parts, asked, payoutOf(request, place, writing), signal);
      return answer;
    },
    refund: async (request, signal) => {
      const { answer } = await initiate(
        parts,
        { direction: 'refund', ...request },
        refundOf(request),
        signal,
      );
      return answer;
    },
    balance: (signal) => readWallets(client, signal),
    availability: (signal) => askAvailability(client, signal),
    checkCredentials: parts.checkCredentials,
    verifyCallback: (raw) => (findKey ? isSigned(raw, findKey, clock.now()) : true),
    readCallback,
  };
}

/** Makes a request that moves money. */
async function initiate(
  { client }: Parts,
  asked: Asked & { readonly operator: string },
  body: object,
  signal: AbortSignal,
): Promise<{ readonly answer: ConnectorAnswer; readonly next_step: string | null }> {
  const result = await client.post(paths[asked.direction], body, signal);
  const read = result.kind === 'reply' ? readInitiation(result.text, asked.direction) : undefined;
  const outcome =
    result.kind === 'reply' && result.status < 500 && read
      ? outcomeOfInitiation(result.status, read, { ...asked, place: findPlace(asked.operator) })
      : outcomeWithoutAnswer(result);
  return { answer: answerOf(outcome, null, result, asked.phone), next_step: read?.next_step ?? null };
}

async function inquire(
  { client }: Parts,
  asked: Asked,
  age_ms: number,
  signal: AbortSignal,
): Promise<ConnectorAnswer> {
  const { direction, reference, phone } = asked;
  const result = await client.get(`${paths[direction]}/${reference}`, signal);
  const found =
    result.kind === 'reply' && result.status === 200
      ? readStatus(result.text, direction, reference)
      : undefined;
  if (found === undefined) return answerOf(unknownFrom(result), null, result, phone);
  if (found === 'not_found') {
    return answerOf(notFound(age_ms), null, result, phone);
  }
  return answerOf(outcomeOf(found), found.provider_transaction, result, phone);
}

async function askAvailability(client: Client, signal: AbortSignal): Promise<readonly Availability[]> {
  const result = await client.get('/v2/availability', signal);
  const read = result.kind === 'reply' && result.status === 200 ? readAvailability(result.text) : undefined;
  if (!read) throw new Error(`pawaPay did not report the availability: ${describe(result)}`);
  return read;
}

function notFound(age_ms: number): Outcome {
  return age_ms < not_found_after_ms
    ? { kind: 'unknown', cause: 'not_found' }
    : { kind: 'failed', reason: 'operator_down', operator_code: 'never_received' };
}

function answerOf(
  outcome: Outcome,
  provider_reference: string | null,
  result: HttpResult,
  phone: string,
): ConnectorAnswer {
  return { outcome, provider_reference, raw: rawOf(result, phone) };
}

const raw_length_max = 4 * 1024;

function rawOf(result: HttpResult, phone: string): unknown {
  if (result.kind !== 'reply') return { problem: describe(result) };
  const text = storableText(redact(result.text, [phone]).slice(0, raw_length_max));
  return { status: result.status, body: readJson(text) ?? text };
}

function describe(result: HttpResult): string {
  return result.kind === 'reply' ? `HTTP ${result.status}` : `${result.kind}: ${result.cause}`;
}

async function readWallets(client: Client, signal: AbortSignal): Promise<readonly WalletBalance[]> {
  const result = await client.get('/v2/wallet-balances', signal);
  const read = result.kind === 'reply' && result.status === 200 ? readBalances(result.text) : undefined;
  if (!read) throw new Error(`pawaPay did not report the balances: ${describe(result)}`);
  // A wallet that cannot be read does not hide the others.
  const wallets = read.flatMap(({ country, provider, currency, balance }) => {
    const money = readBalanceMoney(balance, currency);
    return money ? [{ wallet: [country, provider].filter(Boolean).join(' '), money }] : [];
  });
  if (wallets.length === 0 && read.length > 0) throw new Error("none of pawaPay's balances can be read");
  return wallets;
}
