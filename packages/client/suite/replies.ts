/** The behavior server's reaction to one request: a response, or a network failure. */
export type Reply = AnswerReply | FaultReply;

export interface AnswerReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Number of times that the body is repeated. */
  readonly repeat?: number;
  /** Whether to send each byte separately. */
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

/** A request as received. */
export interface Received {
  readonly method: string;
  /** The path after the base address, with its query. */
  readonly path: string;
  /** Header names are in lowercase. */
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

/** An error that can be retried immediately. */
export function passing(status = 503, code = 'unavailable'): AnswerReply {
  return failure(status, code, { headers: { 'retry-after': '0' } });
}

/** A network failure. */
export function fault(kind: FaultReply['fault']): FaultReply {
  return { fault: kind };
}

/** A page of a list. */
export function page(items: readonly unknown[], next_cursor: string | null): AnswerReply {
  return success({ items, next_cursor });
}
