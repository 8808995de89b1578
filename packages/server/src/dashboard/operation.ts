import type {
  Context,
  IdempotencyKey,
  PersonActor,
  Scope,
  StaffActor,
  VisitorActor,
} from '@guichet/core/platform';
import type { ErrorCode } from '@guichet/kernel/errors';
import type { TObject, TSchema } from 'typebox';
import type { ServerSentEvent } from '../api-v1/operation.ts';
import type { NeedsProof } from './admit.ts';

/** A request from the page, parsed but not yet checked: the verbs check it. */
export interface Call {
  /** The context; for changes, it records their author in the audit log. */
  readonly ctx: Context;
  /** Path parameters by name, without `merchant_id` and `mode`. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  /** The Idempotency-Key of a POST; null where there is none. */
  readonly once: IdempotencyKey | null;
}

/**
 * A call by a member of a merchant's staff in one mode; merchant and mode come from the path, and membership is
 * checked.
 */
export interface MerchantCall extends Call {
  readonly actor: StaffActor;
}

/** A merchant's call with a file. */
export interface UploadCall extends MerchantCall {
  /** The bytes of the file as they arrive. @throws AppError `body_too_large` during the iteration */
  readonly content: AsyncIterable<Uint8Array>;
}

/** A call by a signed-in person about themselves. */
export interface PersonalCall extends Call {
  /** The person, with the session of the request. */
  readonly actor: PersonActor;
  /** Records their step-up authentication; the response carries the session's new token. */
  renewSession(): Promise<void>;
}

/** A call by anyone. */
export interface PublicCall extends Call {
  readonly actor: VisitorActor;
}

/** Result of a verb, for the envelope's `data`. */
export interface Answer {
  readonly data: unknown;
  /** True if it is the result of an earlier request with the same Idempotency-Key. */
  readonly replayed?: boolean;
}

/** A file that is written while it is sent. */
export interface Download {
  /** Letters, digits, dots, hyphens and underscores. */
  readonly file_name: string;
  readonly content: AsyncIterable<string | Uint8Array>;
}

interface Described {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /**
   * Path in the notation of OpenAPI: `/payments/{id}`. It is below `/dashboard/api/{merchant_id}/{mode}` for a
   * merchant's operations, `/dashboard/api/me` for personal ones, and `/dashboard/api/public` for those without a
   * session.
   */
  readonly path: string;
  /** Name of the operation: `listPayments`. */
  readonly id: string;
  /** Group of operations: the noun. */
  readonly tag: string;
  readonly summary: string;
  readonly query?: TObject;
  readonly body?: TObject;
  /** The maximum size of the body, if it may exceed the usual 64 KB. */
  readonly body_bytes_max?: number;
  /**
   * Error codes of this operation in addition to the common ones: 401, 403, 404, 429, 500, 503 and for bodies 400,
   * 413, 415, 422.
   */
  readonly errors: readonly ErrorCode[];
}

interface Answering extends Described {
  readonly success: {
    readonly status: 200 | 201;
    /** For people: the envelope's `message`. */
    readonly message: string;
    readonly data: TSchema;
  };
}

interface OfMerchant {
  /** The scope that the operation's verb requires; tests check that both agree. */
  readonly scope: Scope;
  /** Sensitive: requires step-up authentication if the last one was too long ago. */
  readonly needs_proof?: NeedsProof;
  /**
   * Shows or changes what belongs to both modes, whatever the mode in the path. From the merchant's first account
   * with a provider on, members need the same second factor as in live mode.
   */
  readonly covers_both_modes?: true;
}

export interface MerchantOperation extends Answering, OfMerchant {
  readonly access: 'merchant';
  handle(call: MerchantCall): Promise<Answer>;
}

/** Responds with a file. */
export interface MerchantDownload extends Described, OfMerchant {
  readonly access: 'merchant_download';
  readonly content_type: string;
  /** @throws AppError before anything was sent */
  handle(call: MerchantCall): Promise<Download>;
}

/** Accepts a file, which is read as it arrives: whatever its size, only a small part is in memory. */
export interface MerchantUpload extends Answering, OfMerchant {
  readonly access: 'merchant_upload';
  readonly content_types: readonly string[];
  /** Maximum length: longer content is refused before it is read, or while it is read if its length is not declared. */
  readonly content_bytes_max: number;
  handle(call: UploadCall): Promise<Answer>;
}

/** Responds with server-sent events until the page disconnects. */
export interface MerchantStream extends Described, OfMerchant {
  readonly access: 'merchant_stream';
  readonly event_names: readonly string[];
  /** Schema of the `data` of each event. */
  readonly events: TSchema;
  /** @throws AppError before anything was sent */
  open(call: MerchantCall, signal: AbortSignal): Promise<AsyncIterable<ServerSentEvent>>;
}

export interface PersonalOperation extends Answering {
  readonly access: 'personal';
  readonly needs_proof?: 'always';
  handle(call: PersonalCall): Promise<Answer>;
}

/** Needs no session: the token of a link, in the body, grants access. */
export interface PublicOperation extends Answering {
  readonly access: 'public';
  handle(call: PublicCall): Promise<Answer>;
}

/** An operation of the dashboard as data; routes, OpenAPI and the tests all use the same list. */
export type Operation =
  | MerchantOperation
  | MerchantDownload
  | MerchantUpload
  | MerchantStream
  | PersonalOperation
  | PublicOperation;

export type MerchantsOwn = MerchantOperation | MerchantDownload | MerchantUpload | MerchantStream;

export function isMerchants(operation: Operation): operation is MerchantsOwn {
  return operation.access !== 'personal' && operation.access !== 'public';
}

/** The whole path of an operation, below `/dashboard/api`, in the notation of OpenAPI. */
export function pathOf(operation: Operation): string {
  if (operation.access === 'personal') return `/me${operation.path}`;
  if (operation.access === 'public') return `/public${operation.path}`;
  return `/{merchant_id}/{mode}${operation.path}`;
}
