import { describe, expect, test } from 'vitest';
import type { Http, HttpResult } from './contract.ts';
import { recordExchanges } from './exchanges.ts';
import { recorded } from './make-http.ts';

const answering = (result: HttpResult): Http => recorded(async () => result);
const reply = (text: string): HttpResult => ({ kind: 'reply', status: 200, headers: {}, text });
const signal = new AbortController().signal;
const url = 'https://api.example.com/holders/2250548151600?key=secret';

describe('exchanges', () => {
  test('are stored without the query, the number and the secrets recognized by their field names', async () => {
    const http = answering(reply('{"pin":1,"status":"OK"}'));
    const { value, exchanges } = await recordExchanges(['+2250548151600'], () =>
      http({ method: 'POST', url, body: '{"msisdn":"2250548151600"}' }, signal),
    );
    expect(value).toEqual(reply('{"pin":1,"status":"OK"}'));
    expect(exchanges).toEqual([
      {
        method: 'POST',
        url: 'https://api.example.com/holders/[redacted]',
        request: '{"msisdn":"[redacted]"}',
        status: 200,
        response: '{"pin":"[redacted]","status":"OK"}',
        problem: null,
        duration_ms: expect.any(Number),
      },
    ]);
  });

  test('contain the reason for a missing response', async () => {
    const http = answering({ kind: 'lost', cause: 'timeout' });
    const { exchanges } = await recordExchanges([], () => http({ method: 'GET', url }, signal));
    expect(exchanges).toMatchObject([
      { status: null, request: null, response: null, problem: 'lost: timeout' },
    ]);
  });

  test('are cut to 4 KB, after redaction', async () => {
    const http = answering(reply(`{"a":"${'x'.repeat(9_000)}","otp":"123456"}`));
    const { exchanges } = await recordExchanges([], () => http({ method: 'GET', url }, signal));
    expect(exchanges[0]?.response).toHaveLength(4_096);
  });

  test('contain nothing that the database cannot store', async () => {
    const http = answering(reply(`\u0000${'x'.repeat(4_094)}\u{1f600}`));
    const { exchanges } = await recordExchanges([], () =>
      http({ method: 'GET', url, body: 'a\u0000' }, signal),
    );
    expect(exchanges).toMatchObject([{ request: 'a', response: `${'x'.repeat(4_094)}\ufffd` }]);
  });

  test('of concurrent recordings stay separate, and requests without a recording work', async () => {
    const http = answering(reply('{}'));
    const ask = (path: string) => http({ method: 'GET', url: `https://api.example.com/${path}` }, signal);
    const [one, two] = await Promise.all([
      recordExchanges([], () => ask('one')),
      recordExchanges([], async () => {
        await ask('two');
        return ask('three');
      }),
    ]);
    expect(one.exchanges.map((exchange) => exchange.url)).toEqual(['https://api.example.com/one']);
    expect(two.exchanges).toHaveLength(2);
    expect(await ask('four')).toEqual(reply('{}'));
  });
});
