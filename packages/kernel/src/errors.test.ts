import { describe, expect, it } from 'vitest';
import { AppError, type ErrorCode, errorCatalogue, invalidFields } from './errors.ts';
import { problem } from './problem.ts';

const codes = Object.keys(errorCatalogue) as ErrorCode[];

describe('the catalogue of errors', () => {
  it.each(codes)('%s has an error status and a full sentence', (code) => {
    const { status, message } = errorCatalogue[code];
    expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(600);
    expect(message).toMatch(/^[A-Z].+[."]$/);
  });

  it('has the statuses that the interface specifies', () => {
    expect(errorCatalogue).toMatchObject({
      invalid_api_key: { status: 401 },
      revoked_api_key: { status: 401 },
      authentication_required: { status: 401 },
      session_expired: { status: 410 },
      invalid_fields: { status: 422 },
    });
  });
});

describe('AppError', () => {
  it('has the code, status and message of the catalogue', () => {
    const error = new AppError('session_expired');
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({
      name: 'AppError',
      code: 'session_expired',
      status: 410,
      message: errorCatalogue.session_expired.message,
      fields: null,
    });
  });

  it('keeps details for the log out of the message', () => {
    const cause = new Error('password authentication failed for user guichet');
    const error = new AppError('unavailable', { cause });
    expect(error.cause).toBe(cause);
    expect(error.message).not.toContain('password');
  });

  it('accepts a more specific message than the catalogue’s', () => {
    expect(new AppError('conflict', { message: 'This payment is already paid.' })).toMatchObject({
      status: 409,
      message: 'This payment is already paid.',
    });
  });
});

describe('invalidFields', () => {
  it('returns a 422 error that lists the fields', () => {
    const fields = { amount: ['is required'], currency: ['must be a string', 'must not be empty'] };
    expect(invalidFields(fields)).toMatchObject({ code: 'invalid_fields', status: 422, fields });
  });
});

it('an error describes a field’s problem in a sentence, and by code if there is one', () => {
  const { fields, problems } = invalidFields({
    name: [problem('too_long', 'must be at most 3 characters', { max: 3 }), 'is odd'],
    // Defines an own key, not the prototype.
    ['__proto__']: ['is not a known field'],
  });
  expect(Object.entries(fields ?? {})).toEqual([
    ['name', ['must be at most 3 characters', 'is odd']],
    ['__proto__', ['is not a known field']],
  ]);
  expect(problems?.name).toEqual([
    { code: 'too_long', values: { max: 3 }, sentence: 'must be at most 3 characters' },
    { code: 'other', values: {}, sentence: 'is odd' },
  ]);
});

it('an error takes its message from its reason', () => {
  const reason = problem('last_owner', 'This is the last owner.');
  expect(new AppError('conflict', { reason })).toMatchObject({ message: 'This is the last owner.', reason });
});
