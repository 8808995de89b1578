/** How an object came: for a log, or a question to the people who run the service. */
export interface ResponseInfo {
  readonly status: number;
  /** `X-Request-Id`. */
  readonly requestId: string | null;
  readonly headers: Headers;
  /** How many tries it took. */
  readonly attempts: number;
  /** The key that was sent; null for a call that changes nothing. */
  readonly idempotencyKey: string | null;
  /** An earlier try, or an earlier call with the same key, had made it already. */
  readonly replayed: boolean;
}

const responses = /* @__PURE__ */ new WeakMap<object, ResponseInfo>();

/** Keeps, beside the data and not in it, how it came. */
export function keepResponse(
  data: object,
  { status, headers }: Response,
  call: Pick<ResponseInfo, 'attempts' | 'idempotencyKey'>,
): ResponseInfo {
  const requestId = headers.get('x-request-id');
  const replayed = headers.get('idempotent-replayed') === 'true';
  const info = { ...call, status, requestId, headers, replayed };
  responses.set(data, info);
  return info;
}

/**
 * How an object came that a call of this library gave: `responseOf(payment)?.requestId`. Of a list, ask with a page.
 *
 * @returns undefined for any other object, also for a copy.
 */
export function responseOf(data: object): ResponseInfo | undefined {
  return responses.get(data);
}
