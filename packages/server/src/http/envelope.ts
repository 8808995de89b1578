import type { AppError, FieldErrors, FieldProblems } from '@guichet/kernel/errors';
import type { Problem } from '@guichet/kernel/problem';
import Type, { type TSchema } from 'typebox';

/** The envelope of a success (interface section "Response envelope"). */
export function success<Data>(message: string, data: Data): { message: string; data: Data; errors: null } {
  return { message, data, errors: null };
}

/** The envelope of a success as JSON text, around data that is already JSON text. */
export function successText(message: string, data_text: string): string {
  return `{"message":${JSON.stringify(message)},"data":${data_text},"errors":null}`;
}

export interface ErrorEnvelope {
  readonly message: string;
  readonly data: null;
  readonly errors: FieldErrors | null;
  readonly code: string;
  readonly request_id: string;
}

/** The envelope of an error (design section 7). */
export function failure(error: AppError, request_id: string): ErrorEnvelope {
  return { message: error.message, data: null, errors: error.fields, code: error.code, request_id };
}

export interface PageErrorEnvelope extends ErrorEnvelope {
  readonly problems: FieldProblems | null;
  readonly reason: Problem | null;
}

/** The envelope of an error for our own multilingual page, where problems also have codes. */
export function pageFailure(error: AppError, request_id: string): PageErrorEnvelope {
  const { problems, reason } = error;
  return { ...failure(error, request_id), problems, reason };
}

/** Schema of a success, around the resource's own schema. */
export function Success<T extends TSchema>(data: T) {
  return Type.Object({ message: Type.String(), data, errors: Type.Null() });
}
