import { GuichetError } from './guichet-error.ts';

export type SignatureProblem =
  | 'missing_signature'
  | 'malformed_signature'
  | 'no_match'
  | 'too_old'
  | 'too_new'
  | 'malformed_event';

/** A webhook or return address that cannot be trusted. Respond to such a webhook with 401. */
export class SignatureError extends GuichetError {
  override name = 'SignatureError';
  readonly problem: SignatureProblem;

  constructor(problem: SignatureProblem, message: string) {
    super(message);
    this.problem = problem;
  }
}
