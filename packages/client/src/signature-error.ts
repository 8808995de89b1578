import { GuichetError } from './guichet-error.ts';

export type SignatureProblem =
  | 'missing_signature'
  | 'malformed_signature'
  | 'no_match'
  | 'too_old'
  | 'too_new'
  | 'malformed_event';

/** A webhook, or a way back to the shop, that must not be believed. Answer a webhook with 401. */
export class SignatureError extends GuichetError {
  override name = 'SignatureError';
  readonly problem: SignatureProblem;

  constructor(problem: SignatureProblem, message: string) {
    super(message);
    this.problem = problem;
  }
}
