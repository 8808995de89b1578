import { asProblem, type Problem } from '@guichet/kernel/problem';

/** The problems of each field. */
export type FieldProblems = Readonly<Record<string, readonly Problem[]>>;

/** An answer that is not a success, as the server tells it. */
export class ApiProblem extends Error {
  readonly status: number;
  /** From the server's catalogue; `unreachable` where no answer came. */
  readonly code: string;
  readonly fields: FieldProblems;
  /** The reason that the code alone does not tell. */
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

/** The body that an error may have; what stands in front of the server sends others. */
export interface ProblemBody {
  readonly message?: string;
  readonly code?: string;
  readonly errors?: Readonly<Record<string, readonly string[]>> | null;
  readonly problems?: FieldProblems | null;
  readonly reason?: Problem | null;
  readonly request_id?: string;
}

/** Nobody answered: the network is away, or the server. */
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
