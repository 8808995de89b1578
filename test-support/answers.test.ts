import { follow } from '@guichet/server/openapi/breaks/read-schema';
import { describeApi } from '@guichet/server/openapi/describe';
import type { Document, Response } from '@guichet/server/openapi/document';
import { beforeAll, describe, expect, test } from 'vitest';
import { type AnswerCheck, makeAnswerCheck, type SeenAnswer, saysTheSame } from './answers.ts';

let document: Document;
let check: AnswerCheck;
beforeAll(async () => {
  document = await describeApi();
  check = makeAnswerCheck(document);
});

const path = '/payments/{id}';
const headers = {
  'x-request-id': 'req_01M7YPXXY0T1MR8HDB61M1VE28',
  'content-type': 'application/json; charset=utf-8',
};

/** The document's own example of a 200, which is valid. */
function exampleOf(place: string, type: string): unknown {
  const response = document.paths[place]?.get?.responses[200];
  if (!response) throw new Error(`${place} is not documented`);
  return structuredClone(follow<Response>(document, response).content?.[type]?.example);
}

function rightBody() {
  return exampleOf(path, 'application/json') as {
    message: string;
    data: Record<string, unknown>;
    errors: null;
  };
}

function answerWith(change: Partial<SeenAnswer>): SeenAnswer {
  return { method: 'GET', path, status: 200, headers, body: JSON.stringify(rightBody()), ...change };
}

/** The valid body with changed data. */
function dataWith(change: Record<string, unknown>): Partial<SeenAnswer> {
  const { data, ...rest } = rightBody();
  return { body: JSON.stringify({ ...rest, data: { ...data, ...change } }) };
}

const refusal = (code: string): string =>
  JSON.stringify({ message: 'No.', data: null, errors: null, code, request_id: 'req_1' });

describe('responses that the check accepts', () => {
  test.each<[string, () => Partial<SeenAnswer>]>([
    ['a response in the documented form', () => ({})],
    ['a response to HEAD without a body', () => ({ method: 'HEAD', body: '' })],
    ['null where it is allowed', () => dataWith({ paid_at: null, metadata: null })],
    ['any metadata', () => dataWith({ metadata: { deep: { deeper: [1, null] } } })],
    ['a documented error', () => ({ status: 404, body: refusal('payment_not_found') })],
    ['a 404 for a path that does not exist', () => ({ path: null, status: 404, body: refusal('not_found') })],
    [
      'a 405 for an undocumented method',
      () => ({
        method: 'DELETE',
        status: 405,
        headers: { ...headers, allow: 'GET' },
        body: refusal('method_not_allowed'),
      }),
    ],
    ['a rate limit header', () => ({ headers: { ...headers, ratelimit: '"key";r=1;t=1' } })],
  ])('the check of responses accepts %s', (_, change) => {
    expect(check.checkAnswer(answerWith(change()))).toEqual([]);
  });
});

describe('responses that the check refuses', () => {
  test.each<[string, () => Partial<SeenAnswer>, RegExp]>([
    [
      'an extra field',
      () => dataWith({ secret: 1 }),
      /GET \/payments\/\{id\} 200: \/data must not have additional properties/,
    ],
    [
      'an extra field in a nested object',
      () => dataWith({ checkout: { session_token: 't', expires_at: 'e', x: 1 } }),
      /\/data\/checkout must not have additional/,
    ],
    [
      'an extra field in a named schema',
      () => dataWith({ customer: { ...Object(rightBody().data.customer), x: 1 } }),
      /\/data\/customer must not have additional/,
    ],
    ['a missing field', () => dataWith({ amount: undefined }), /\/data must have required properties amount/],
    ['a wrong type', () => dataWith({ amount: '1' }), /\/data\/amount must be number/],
    ['null where it is not allowed', () => dataWith({ currency: null }), /\/data\/currency must be string/],
    [
      'a value outside the list',
      () => dataWith({ status: 'lost' }),
      /\/data\/status must be equal to one of/,
    ],
    [
      'a bare object',
      () => ({ body: JSON.stringify(rightBody().data) }),
      /must have required properties message, data, errors/,
    ],
    ['a body that is not JSON', () => ({ body: '<p>' }), /the body is not JSON/],
    [
      'an undocumented content type',
      () => ({ headers: { ...headers, 'content-type': 'text/html' } }),
      /'text\/html' is not documented as its content type/,
    ],
    [
      'a missing request id',
      () => ({ headers: { 'content-type': 'application/json' } }),
      /X-Request-Id is missing/,
    ],
    [
      'a malformed request id',
      () => ({ headers: { ...headers, 'x-request-id': 'abc' } }),
      /X-Request-Id is not as documented: abc/,
    ],
    ['an unknown header', () => ({ headers: { ...headers, 'x-debug': '1' } }), /x-debug is not documented/],
    [
      'a header of a different response',
      () => ({ headers: { ...headers, 'idempotent-replayed': 'true' } }),
      /idempotent-replayed is not documented/,
    ],
    [
      'an undocumented status',
      () => ({ status: 410, body: refusal('session_expired') }),
      /410: this status is not documented for retrievePayment/,
    ],
    [
      'an undocumented code',
      () => ({ status: 404, body: refusal('customer_not_found') }),
      /\/code must be equal to one of/,
    ],
    [
      'an error with an extra field',
      () => ({ status: 404, body: refusal('payment_not_found').replace('{', '{"stack":"at",') }),
      /must not have additional properties/,
    ],
    ['a success for an unknown path', () => ({ path: null }), /no operation is documented here/],
    ['a success of an undocumented method', () => ({ method: 'PUT' }), /no operation is documented here/],
    [
      'a 405 without Allow',
      () => ({ method: 'PUT', status: 405, body: refusal('method_not_allowed') }),
      /a 405 without Allow/,
    ],
    [
      'a refusal in a different form',
      () => ({ path: null, status: 404, body: '{"error":"no"}' }),
      /must have required properties/,
    ],
  ])('the check of responses refuses %s', (_, change, problem) => {
    expect(check.checkAnswer(answerWith(change())).join('\n')).toMatch(problem);
  });
});

describe('events of a stream', () => {
  const stream = '/checkout/{token}/events';
  const rightData = (): string => {
    const { data } = exampleOf(stream, 'text/event-stream') as { data: string };
    return data;
  };
  test('are accepted in the documented form', () => {
    expect(check.checkEvent(stream, `event: status\ndata: ${rightData()}`)).toEqual([]);
  });
  test.each<[string, () => string, RegExp]>([
    ['a wrong name', () => `event: other\ndata: ${rightData()}`, /\/event must be equal to constant/],
    ['no name', () => `data: ${rightData()}`, /\/event must be string/],
    ['invalid JSON', () => 'event: status\ndata: {', /\/data must be object|required properties data/],
    [
      'an extra field',
      () => `event: status\ndata: ${rightData().replace('{', '{"x":1,')}`,
      /\/data must not have additional/,
    ],
  ])('are refused with %s', (_, text, problem) => {
    expect(check.checkEvent(stream, text()).join('\n')).toMatch(problem);
  });
  test('are refused where no stream is documented', () => {
    expect(check.checkEvent(path, 'event: status\ndata: {}')).toEqual([
      `GET ${path}: a stream is not documented`,
    ]);
  });
});

test.each([
  ['the same text', '{"a":1}', '{"a":1}', true],
  ['a different order of fields', '{"a":1,"b":2}', '{"b":2,"a":1}', true],
  ['a missing field', '{"a":1,"b":2}', '{"a":1}', false],
  ['a different value', '{"a":1}', '{"a":"1"}', false],
])('saysTheSame compares two texts of JSON: %s', (_, given, sent, expected) => {
  expect(saysTheSame(given, sent)).toBe(expected);
});
