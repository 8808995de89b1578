import type { Caller } from '@guichet/core/accounts';
import type { IdempotencyKey, KeyScope } from '@guichet/core/platform';
import type { ErrorCode } from '@guichet/kernel/errors';
import type { TObject, TSchema } from 'typebox';

/** Groups of operations, in the order of the reference. */
export const tags = [
  'Checkout',
  'Payments',
  'Payment links',
  'Receipts',
  'Payouts',
  'Customers',
  'Operators',
  'Balances',
  'Events',
] as const;
export type Tag = (typeof tags)[number];

/** A request that has been parsed but not validated: the verbs validate it. */
export interface Call {
  /** Path parameters by name. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  /** The Idempotency-Key of a POST. */
  readonly once: IdempotencyKey | null;
}

export interface KeyedCall extends Call {
  readonly caller: Caller;
}

interface Described {
  readonly method: 'GET' | 'POST';
  /** Path below `/api/v1` in the notation of OpenAPI: `/payments/{id}`. */
  readonly path: string;
  /** Name of the operation, also in the reference: `retrievePayment`. */
  readonly id: string;
  readonly tag: Tag;
  readonly summary: string;
  /** Markdown. */
  readonly description?: string;
  readonly query?: TObject;
  readonly body?: TObject;
  /** True if the body is optional. */
  readonly body_optional?: true;
  /**
   * Error codes of this operation, in addition to those of all operations: 401, 403, 405, 429, 500, 503 and for
   * bodies 400, 413, 415, 422.
   */
  readonly errors: readonly ErrorCode[];
}

/** Result of a verb, for the envelope's `data`. */
export interface MadeAnswer {
  readonly data: unknown;
  /** True if it is the result of an earlier request with the same Idempotency-Key. */
  readonly replayed?: boolean;
}

/** Result of a verb that is already JSON text in the form of the schema, and is sent unchanged. */
export interface TextAnswer {
  readonly data_text: string;
}

export type Answer = MadeAnswer | TextAnswer;

/** Makes the response from the result of a verb that supports idempotency keys. */
export function answerOf({
  value,
  replayed,
}: {
  readonly value: unknown;
  readonly replayed: boolean;
}): MadeAnswer {
  return { data: value, replayed };
}

interface Answering extends Described {
  readonly success: {
    readonly status: 200 | 201;
    /** The envelope's `message`, for people. */
    readonly message: string;
    readonly data: TSchema;
  };
}

/** Scope that the API key needs. */
interface Scoped {
  readonly scope: KeyScope;
}

/** An operation that needs an API key with a scope. */
export interface KeyedOperation extends Answering, Scoped {
  readonly access: 'key';
  handle(call: KeyedCall): Promise<Answer>;
}

/** A public operation: the token in the path grants access. */
export interface PublicOperation extends Answering {
  readonly access: 'public';
  /** True if it calls an operator; such operations have a lower rate limit per session. */
  readonly asks_operator?: true;
  handle(call: Call): Promise<Answer>;
}

interface Streaming extends Described {
  /** Names of the events. */
  readonly event_names: readonly string[];
  /** Schema of the `data` of each event. */
  readonly events: TSchema;
}

/** A public stream of server-sent events (WHATWG HTML, section 9.2) that ends when no more events can follow. */
export interface StreamOperation extends Streaming {
  readonly access: 'stream';
  /** Opens the stream. @throws AppError before anything is sent */
  open(call: Call, signal: AbortSignal): Promise<AsyncIterable<ServerSentEvent>>;
}

/** A stream of server-sent events for an API key with a scope. */
export interface KeyedStreamOperation extends Streaming, Scoped {
  readonly access: 'key_stream';
  /** Opens the stream. @throws AppError before anything is sent */
  open(call: KeyedStreamCall, signal: AbortSignal): Promise<AsyncIterable<ServerSentEvent>>;
}

export interface KeyedStreamCall extends KeyedCall {
  /** The `Last-Event-ID` of a client that reconnects; null if there is none. */
  readonly last_event_id: string | null;
}

/**
 * One event of a stream: `data` is serialized as JSON, `text` is JSON that is sent unchanged, without line breaks. An
 * id alone is not an event: it gives the client the position to resume from.
 */
export type ServerSentEvent =
  | { readonly id?: string; readonly event: string; readonly data: unknown }
  | { readonly id: string; readonly event: string; readonly text: string }
  | { readonly id: string; readonly event: null };

/** An operation of the API as data; routes, OpenAPI, the reference and the tests are all built from the same list. */
export type Operation = KeyedOperation | PublicOperation | StreamOperation | KeyedStreamOperation;

/** True if an operation needs an API key. */
export function needsKey(operation: Operation): operation is KeyedOperation | KeyedStreamOperation {
  return operation.access === 'key' || operation.access === 'key_stream';
}
