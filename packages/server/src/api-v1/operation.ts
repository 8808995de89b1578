import type { Caller } from '@guichet/core/accounts/api-keys/authenticate';
import type { KeyScope } from '@guichet/core/platform/actor/scopes';
import type { Once } from '@guichet/core/platform/idempotency/once';
import type { ErrorCode } from '@guichet/kernel/errors';
import type { TObject, TSchema } from 'typebox';

/** Groups of the reference, in its order. */
export const tags = [
  'Checkout',
  'Payments',
  'Payouts',
  'Customers',
  'Operators',
  'Balances',
  'Events',
] as const;
export type Tag = (typeof tags)[number];

/** A request, read and not yet checked: the verbs check. */
export interface Call {
  /** By the names in the path. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  /** The Idempotency-Key of a POST. */
  readonly once: Once | null;
}

export interface KeyedCall extends Call {
  readonly caller: Caller;
}

interface Described {
  readonly method: 'GET' | 'POST';
  /** Below `/api/v1`, as OpenAPI writes it: `/payments/{id}`. */
  readonly path: string;
  /** Name of the operation, also in the reference: `retrievePayment`. */
  readonly id: string;
  readonly tag: Tag;
  readonly summary: string;
  /** Markdown. */
  readonly description?: string;
  readonly query?: TObject;
  readonly body?: TObject;
  /** A body that may be left out. */
  readonly body_optional?: true;
  /** What this operation refuses, besides what any may answer: 401, 403, 405, 429, 500, 503 and for bodies 400, 413, 415, 422. */
  readonly errors: readonly ErrorCode[];
}

/** What a verb gave, for the envelope's `data`. */
export interface Answer {
  readonly data: unknown;
  /** True when an earlier request with the same Idempotency-Key made it. */
  readonly replayed?: boolean;
}

interface Answering extends Described {
  readonly success: {
    readonly status: 200 | 201;
    /** For people: the envelope's `message`. */
    readonly message: string;
    readonly data: TSchema;
  };
}

/** What an API key must allow. */
interface Scoped {
  readonly scope: KeyScope;
}

/** Needs an API key with a scope. */
export interface KeyedOperation extends Answering, Scoped {
  readonly access: 'key';
  handle(call: KeyedCall): Promise<Answer>;
}

/** Needs nothing but what is in its path: the token is the capability. */
export interface PublicOperation extends Answering {
  readonly access: 'public';
  /** It asks an operator: each session may do so less often. */
  readonly asks_operator?: true;
  handle(call: Call): Promise<Answer>;
}

interface Streaming extends Described {
  /** What the events may be called. */
  readonly event_names: readonly string[];
  /** Of the `data` of each event. */
  readonly events: TSchema;
}

/** Answers with server-sent events (WHATWG HTML section 9.2) until there is nothing more to tell. Public. */
export interface StreamOperation extends Streaming {
  readonly access: 'stream';
  /** @throws AppError before anything was sent */
  open(call: Call, signal: AbortSignal): Promise<AsyncIterable<ServerSentEvent>>;
}

/** The same for whoever has an API key with a scope. */
export interface KeyedStreamOperation extends Streaming, Scoped {
  readonly access: 'key_stream';
  /** @throws AppError before anything was sent */
  open(call: KeyedStreamCall, signal: AbortSignal): Promise<AsyncIterable<ServerSentEvent>>;
}

export interface KeyedStreamCall extends KeyedCall {
  /** The `Last-Event-ID` of a client that comes back; null where it sends none. */
  readonly last_event_id: string | null;
}

/**
 * One event of a stream: `data` is written as JSON, `text` is JSON that is sent as it is, without line breaks. An id
 * alone tells a client what to come back with, and is no event.
 */
export type ServerSentEvent =
  | { readonly id?: string; readonly event: string; readonly data: unknown }
  | { readonly id: string; readonly event: string; readonly text: string }
  | { readonly id: string; readonly event: null };

/** One thing that the API can do, as data: routes, OpenAPI, the reference and the tests all go through the same list. */
export type Operation = KeyedOperation | PublicOperation | StreamOperation | KeyedStreamOperation;

/** Whether an operation needs an API key. */
export function needsKey(operation: Operation): operation is KeyedOperation | KeyedStreamOperation {
  return operation.access === 'key' || operation.access === 'key_stream';
}
