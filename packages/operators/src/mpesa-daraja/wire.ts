import { readJson } from '../http/read-json.ts';
import { redact } from '../http/redact.ts';
import { storableText } from '../http/storable.ts';
import type { IssuedToken } from '../http/token-cache.ts';

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

/** Converts texts and numbers alike: Daraja writes the same code in either form. */
function wordOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

/** @returns undefined for anything else; `expires_in` is a text of seconds */
export function readToken(text: string): IssuedToken | undefined {
  const { access_token, expires_in } = fieldsOf(readJson(text));
  const lifetime_s = Number(wordOf(expires_in) ?? Number.NaN);
  return typeof access_token === 'string' && access_token !== '' && lifetime_s > 0
    ? { token: access_token, lifetime_s }
    : undefined;
}

/** Parses Daraja's own error; undefined for anything else, for instance a proxy's page. */
export function readError(text: string): { readonly code: string; readonly message: string } | undefined {
  const { errorCode, errorMessage } = fieldsOf(readJson(text));
  const code = wordOf(errorCode);
  return code === null ? undefined : { code, message: wordOf(errorMessage) ?? '' };
}

/** An accepted request, without its result. */
export interface Taken {
  /** `0`: accepted. */
  readonly response_code: string;
  readonly checkout_request_id: string | null;
  readonly conversation_id: string | null;
  readonly originator_conversation_id: string | null;
}

export function readTaken(text: string): Taken | undefined {
  const fields = fieldsOf(readJson(text));
  const response_code = wordOf(fields.ResponseCode);
  if (response_code === null) return undefined;
  return {
    response_code,
    checkout_request_id: wordOf(fields.CheckoutRequestID),
    conversation_id: wordOf(fields.ConversationID),
    originator_conversation_id: wordOf(fields.OriginatorConversationID),
  };
}

/** Parses the response to an inquiry about a push. */
export function readQuery(
  text: string,
): { readonly code: string; readonly description: string | null } | undefined {
  const { ResponseCode, ResultCode, ResultDesc } = fieldsOf(readJson(text));
  const code = wordOf(ResultCode);
  return wordOf(ResponseCode) === '0' && code !== null
    ? { code, description: wordOf(ResultDesc) }
    : undefined;
}

/** The result of a push, from its callback. */
export interface PushResult {
  readonly code: string;
  readonly description: string | null;
  readonly checkout_request_id: string | null;
  /** As received. */
  readonly amount: unknown;
  readonly receipt: string | null;
}

export function readPushResult(body: string): PushResult | undefined {
  const { stkCallback } = fieldsOf(fieldsOf(readJson(body)).Body);
  const fields = fieldsOf(stkCallback);
  const code = wordOf(fields.ResultCode);
  if (code === null) return undefined;
  const items = pairsOf(fieldsOf(fields.CallbackMetadata).Item, 'Name');
  return {
    code,
    description: wordOf(fields.ResultDesc),
    checkout_request_id: wordOf(fields.CheckoutRequestID),
    amount: items.get('Amount'),
    receipt: wordOf(items.get('MpesaReceiptNumber')),
  };
}

/** The result of a payout, a reversal or an inquiry about one, from its callback. */
export interface Result {
  readonly code: string;
  readonly description: string | null;
  readonly conversation_id: string | null;
  readonly originator_conversation_id: string | null;
  readonly transaction_id: string | null;
  readonly parameters: ReadonlyMap<string, unknown>;
}

export function readResult(body: string): Result | undefined {
  const fields = fieldsOf(fieldsOf(readJson(body)).Result);
  const code = wordOf(fields.ResultCode);
  if (code === null) return undefined;
  return {
    code,
    description: wordOf(fields.ResultDesc),
    conversation_id: wordOf(fields.ConversationID),
    originator_conversation_id: wordOf(fields.OriginatorConversationID),
    transaction_id: wordOf(fields.TransactionID),
    parameters: pairsOf(fieldsOf(fields.ResultParameters).ResultParameter, 'Key'),
  };
}

/** Reads name-value pairs, from a list of them or from a single pair. Their order and presence vary. */
function pairsOf(value: unknown, name: 'Name' | 'Key'): ReadonlyMap<string, unknown> {
  const pairs = (Array.isArray(value) ? value : [value]).map(fieldsOf);
  return new Map(pairs.flatMap((pair) => (typeof pair[name] === 'string' ? [[pair[name], pair.Value]] : [])));
}

const kept_length_max = 2_000;

/** A response as stored for support, without tokens, numbers and names. */
export function keepText(text: string, sensitive: readonly string[]): string {
  return storableText(redact(text, sensitive).slice(0, kept_length_max));
}
