/** What the behaviour server does with one request: answers it, or fails in one of the ways that networks do. */
export type Reply = AnswerReply | FaultReply;

export interface AnswerReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The body is sent so many times over. */
  readonly repeat?: number;
  /** Sent as single bytes, each on its own. */
  readonly bytewise?: true;
  readonly gzip?: true;
}

export interface FaultReply {
  readonly fault:
    | 'never answer'
    | 'drop'
    | 'reset'
    | 'not HTTP'
    | 'stall after headers'
    | 'drop after headers'
    | 'short body'
    | 'endless body';
}

/** A request as it came. */
export interface Received {
  readonly method: string;
  /** From the version of the API on, with its query. */
  readonly path: string;
  /** Names in small letters. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

const request_id = { 'x-request-id': 'req_1' };

/** A success in the service's envelope. */
export function success(
  data: unknown,
  { status = 200, headers = {} }: Partial<AnswerReply> = {},
): AnswerReply {
  return {
    status,
    headers: { ...request_id, ...headers },
    body: JSON.stringify({ message: 'Done.', data, errors: null }),
  };
}

/** An error in the service's envelope. */
export function failure(
  status: number,
  code: string,
  { headers = {}, errors = null }: { headers?: Record<string, string>; errors?: unknown } = {},
): AnswerReply {
  const message = `It is ${code}.`;
  return {
    status,
    headers: { ...request_id, ...headers },
    body: JSON.stringify({ message, data: null, errors, code, request_id: 'req_1' }),
  };
}

/** An error that is worth another try, at once. */
export function passing(status = 503, code = 'unavailable'): AnswerReply {
  return failure(status, code, { headers: { 'retry-after': '0' } });
}

/** A network's failure. */
export function fault(kind: FaultReply['fault']): FaultReply {
  return { fault: kind };
}

/** A page of a list. */
export function page(items: readonly unknown[], next_cursor: string | null): AnswerReply {
  return success({ items, next_cursor });
}
