import { type Money, moneyFromText } from '@guichet/kernel/money';
import type { FailureReason, Outcome } from '@guichet/kernel/outcome';
import type { ConnectorAnswer, CredentialCheck } from '../contract.ts';
import type { HttpResult } from '../http/contract.ts';
import { readJson } from '../http/read-json.ts';
import { redact } from '../http/redact.ts';
import { storableText } from '../http/storable.ts';
import type { Api } from './api.ts';

const kept_length_max = 4 * 1024;

/** The deadline had passed, so nothing was started. */
export const pastDeadline: ConnectorAnswer = {
  outcome: { kind: 'unknown', cause: 'timeout' },
  provider_reference: null,
  raw: null,
};

/** A refusal before the customer was asked to pay. */
export function notAsked(operator_code: string, reason: FailureReason = 'operator_down'): Outcome {
  return { kind: 'failed', reason, operator_code, reached_customer: false };
}

/** A short code for an unusable result. */
export function wordOf(result: HttpResult): string {
  return result.kind === 'reply' ? `http_${result.status}` : result.cause;
}

/** @param sensitive texts to redact, in addition to those recognized by their field names */
export function answer(
  outcome: Outcome,
  result: HttpResult,
  provider_reference: string | null = null,
  sensitive: readonly string[] = [],
): ConnectorAnswer {
  return { outcome, provider_reference, raw: rawOf(result, sensitive) };
}

function rawOf(result: HttpResult, sensitive: readonly string[]): unknown {
  if (result.kind !== 'reply') return { problem: `${result.kind}: ${result.cause}` };
  const text = storableText(redact(result.text, sensitive).slice(0, kept_length_max));
  return { status: result.status, body: readJson(text) ?? text };
}

/** Whether a response says that the request was accepted. */
export function isTaken(result: HttpResult): boolean {
  return result.kind === 'reply' && result.status >= 200 && result.status < 300;
}

/** The HTTP status of a refusal; undefined if the request was not refused, or may have been accepted anyway. */
export function refusedWith(result: HttpResult): number | undefined {
  if (result.kind !== 'reply') return undefined;
  return result.status >= 400 && result.status < 500 ? result.status : undefined;
}

/**
 * A success with the reported amount or, if none is reported, with the requested amount (see the README). An
 * unreadable amount is not a success.
 */
export function settledWith(told: unknown, asked: Money): Outcome {
  if (told === undefined || told === null) return { kind: 'settled', money: asked };
  const read =
    typeof told === 'string' || typeof told === 'number'
      ? moneyFromText(String(told), asked.currency)
      : undefined;
  return read && 'money' in read
    ? { kind: 'settled', money: read.money }
    : { kind: 'unknown', cause: 'unreadable' };
}

/** Requests an access token, which costs nothing and uses all credentials that can be checked. */
export async function checkToken(api: Api): Promise<CredentialCheck> {
  const result = await api.probe();
  if (result === 'good') return { kind: 'good' };
  const status = refusedWith(result);
  if (status !== undefined && status !== 429) {
    return { kind: 'bad', problem: `no access token for this client_id and client_secret (HTTP ${status})` };
  }
  return { kind: 'unknown', problem: wordOf(result) };
}
