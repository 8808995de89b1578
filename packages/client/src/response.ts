/** Details of the response that contained an object, for logs and support requests. */
export interface ResponseInfo {
  readonly status: number;
  /** `X-Request-Id`. */
  readonly requestId: string | null;
  readonly headers: Headers;
  /** Number of attempts. */
  readonly attempts: number;
  /** The idempotency key that was sent; null for a call that does not change anything. */
  readonly idempotencyKey: string | null;
  /** True if an earlier attempt or call with the same key had already created the object. */
  readonly replayed: boolean;
}

const responses = /* @__PURE__ */ new WeakMap<object, ResponseInfo>();

/** Records the response of an object without changing the object. */
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
 * Returns details of the response that contained an object: `responseOf(payment)?.requestId`. For a list, pass a
 * page.
 *
 * @returns undefined for any other object, including copies.
 */
export function responseOf(data: object): ResponseInfo | undefined {
  return responses.get(data);
}
