import type { Clock } from '@guichet/kernel/clock';
import type { Outcome } from '@guichet/kernel/outcome';
import type { ConnectorAnswer } from '../contract.ts';
import { type Subject, writeAddress } from './address.ts';
import type { Client, ClientResult } from './client.ts';
import type { DarajaConfig } from './config.ts';
import { keepText } from './wire.ts';

/** An opened account. */
export interface Account {
  readonly config: DarajaConfig;
  readonly client: Client;
  readonly clock: Clock;
  /** Without a trailing slash. */
  readonly callback_url: string;
}

/** The callback URL for the result of a request, with the token that authenticates it. */
export function addressOf({ config, callback_url }: Account, subject: Subject, reference: string): string {
  const callback_key = config.callback_key.reveal();
  return writeAddress({ callback_url, callback_key }, subject, reference);
}

/** @param phone the number to redact from the stored response */
export function answer(
  outcome: Outcome,
  result: ClientResult,
  phone: string,
  provider_reference: string | null = null,
): ConnectorAnswer {
  return { outcome, provider_reference, raw: rawOf(result, phone) };
}

function rawOf(result: ClientResult, phone: string): unknown {
  if (result.kind === 'no_token') return { no_token: rawOf(result.result, phone) };
  return result.kind === 'reply' ? keepText(result.text, [phone]) : result;
}

/** A result without a request to Daraja. */
export function answerHere(outcome: Outcome): ConnectorAnswer {
  return { outcome, provider_reference: null, raw: null };
}
