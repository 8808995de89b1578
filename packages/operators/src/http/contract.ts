/** One request to a provider. */
export interface HttpCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The result of a request. A refused or broken connection is a result, not an exception. */
export type HttpResult =
  | HttpReply
  /**
   * It is certain that nothing left this machine: the host name is unknown, the connection was refused, or
   * the lease or the deadline came before there was a connection.
   */
  | { readonly kind: 'not_sent'; readonly cause: string }
  /** The request may have arrived. */
  | { readonly kind: 'lost'; readonly cause: 'timeout' | 'unreachable' };

export interface HttpReply {
  readonly kind: 'reply';
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** At most 256 KB of the body. */
  readonly text: string;
}

/** Sends requests to providers over persistent connections: never throws for network failures. */
export type Http = (call: HttpCall, signal: AbortSignal) => Promise<HttpResult>;

/** A request and its result, as stored for support: redacted, bodies cut to 4 KB. */
export interface Exchange {
  readonly method: string;
  /** Without its query. */
  readonly url: string;
  readonly request: string | null;
  /** null without a response. */
  readonly status: number | null;
  readonly response: string | null;
  /** The reason why there is no response. */
  readonly problem: string | null;
  readonly duration_ms: number;
}
