/** One request to a provider. */
export interface HttpCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What came of it. A refused or broken connection is an outcome, not a fault. */
export type HttpResult =
  | HttpReply
  /** Proof that nothing left this machine: the name is unknown, the connection was refused. */
  | { readonly kind: 'not_sent'; readonly cause: string }
  /** The request may have arrived. */
  | { readonly kind: 'lost'; readonly cause: 'timeout' | 'unreachable' };

export interface HttpReply {
  readonly kind: 'reply';
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** At most 256 KB of it. */
  readonly text: string;
}

/** Sends requests to providers over connections that are kept: never throws for what the network does. */
export type Http = (call: HttpCall, signal: AbortSignal) => Promise<HttpResult>;

/** One request and what came of it, as it is kept for support: redacted, bodies cut to 4 KB. */
export interface Exchange {
  readonly method: string;
  /** Without its query. */
  readonly url: string;
  readonly request: string | null;
  /** null where no answer came. */
  readonly status: number | null;
  readonly response: string | null;
  /** What kept the answer away. */
  readonly problem: string | null;
  readonly duration_ms: number;
}
