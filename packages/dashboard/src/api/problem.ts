import { asProblem, type Problem } from '@guichet/kernel/problem';

/** The problems of each field. */
export type FieldProblems = Readonly<Record<string, readonly Problem[]>>;

/** An error response, as the server reports it. */
export class ApiProblem extends Error {
  readonly status: number;
  /** From the server's catalogue; `unreachable` if there was no response. */
  readonly code: string;
  readonly fields: FieldProblems;
  /** A more specific reason than the code. */
  readonly reason: Problem | null;
  readonly request_id: string | null;

  constructor(status: number, body: ProblemBody, request_id: string | null, options?: ErrorOptions) {
    super(body.message ?? 'Something went wrong.', options);
    this.name = 'ApiProblem';
    this.status = status;
    this.code = body.code ?? 'internal_error';
    this.fields = body.problems ?? withoutCodes(body.errors ?? {});
    this.reason = body.reason ?? null;
    this.request_id = body.request_id ?? request_id;
  }
}

/** The body of an error response; a proxy in front of the server sends other bodies. */
export interface ProblemBody {
  readonly message?: string;
  readonly code?: string;
  readonly errors?: Readonly<Record<string, readonly string[]>> | null;
  readonly problems?: FieldProblems | null;
  readonly reason?: Problem | null;
  readonly request_id?: string;
}

/** Makes the error for a missing response: the network or the server is down. */
export function unreachable(cause: unknown): ApiProblem {
  return new ApiProblem(0, { code: 'unreachable', message: 'The server could not be reached.' }, null, {
    cause,
  });
}

function withoutCodes(errors: Readonly<Record<string, readonly string[]>>): FieldProblems {
  return Object.fromEntries(
    Object.entries(errors).map(([field, sentences]) => [field, sentences.map(asProblem)]),
  );
}
