import { vanished } from '@guichet/core/testing';
import { AppError } from '@guichet/kernel/errors';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeLogger } from '../make-logger.ts';
import { send } from '../testing/send.ts';
import { makeApp } from './make-app.ts';

const lines: Record<string, unknown>[] = [];
const app = makeApp(makeLogger('info', { write: (line: string) => void lines.push(JSON.parse(line)) }));
let url: string;

const thrown: Record<string, unknown> = {
  fault: new TypeError('hunter2 is not a function'),
  text: 'hunter2',
  nothing: undefined,
  refusal: new AppError('conflict'),
  recovering: new AppError('recovering'),
  gone: Object.assign(new Error('connect ECONNREFUSED hunter2'), { code: 'ECONNREFUSED' }),
  stopping: Object.assign(new pg.DatabaseError('hunter2', 7, 'error'), { code: '57P01' }),
  read_only: Object.assign(new pg.DatabaseError('hunter2', 7, 'error'), { code: '25006' }),
  full: Object.assign(new pg.DatabaseError('hunter2', 7, 'error'), { code: '53100' }),
  slow: new Error('timeout exceeded when trying to connect'),
  broken: new Error('Client has encountered a connection error and is not queryable'),
  vanished: vanished(),
  data: Object.assign(new pg.DatabaseError('hunter2', 7, 'error'), { code: '22021' }),
};

beforeAll(async () => {
  app.get<{ Params: { name: string } }>('/throws/:name', async (request) => {
    throw thrown[request.params.name];
  });
  url = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

test.each([
  ['fault', 500, 'internal_error'],
  ['text', 500, 'internal_error'],
  ['nothing', 500, 'internal_error'],
  ['data', 500, 'internal_error'],
  ['gone', 503, 'unavailable'],
  ['stopping', 503, 'unavailable'],
  ['read_only', 503, 'unavailable'],
  ['full', 503, 'unavailable'],
  ['slow', 503, 'unavailable'],
  ['broken', 503, 'unavailable'],
  ['vanished', 503, 'unavailable'],
  ['recovering', 503, 'recovering'],
  ['refusal', 409, 'conflict'],
])('%s: the response hides the cause, which is logged for server errors', async (name, status, code) => {
  const answer = await send(url, `/throws/${name}`);
  expect(answer.status).toBe(status);
  expect(JSON.parse(answer.text)).toMatchObject({ data: null, errors: null, code });
  expect(answer.text).not.toMatch(/hunter2|stack|\.ts/);
  const request_id = answer.headers['x-request-id'];
  const said = lines.filter((line) => line.request_id === request_id && line.code !== undefined);
  // While the database is unavailable or restored, many requests fail, so each is logged in one line without a
  // stack trace.
  const expected = {
    409: [],
    500: [expect.objectContaining({ level: 'error', code, err: expect.anything() })],
    503: [
      expect.objectContaining({
        level: 'warn',
        code,
        ...(code === 'unavailable' && { cause: expect.any(String) }),
      }),
    ],
  }[status];
  expect(said).toEqual(expected);
});
