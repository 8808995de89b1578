import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestService } from '../../../../test-support/service.ts';
import { shareService } from '../../../../test-support/shared-service.ts';
import { makeCheckout } from '../testing/api.ts';
import { send } from '../testing/send.ts';

let service: TestService;
let token: string;
beforeAll(async () => {
  service = await shareService();
  ({ token } = await makeCheckout(service));
});
afterAll(() => service.stop());

describe('a method that a path does not support gets a page', () => {
  const cases: readonly [method: string, path: string, allow: string][] = [
    ['POST', '/pay/TOKEN', 'GET, HEAD'],
    ['PUT', '/pay/TOKEN', 'GET, HEAD'],
    ['OPTIONS', '/pay/TOKEN', 'GET, HEAD'],
    ['DELETE', '/pay/TOKEN/choose', 'GET, HEAD, POST'],
    ['PATCH', '/pay/TOKEN/pay', 'GET, HEAD, POST'],
    ['DELETE', '/pay/TOKEN/sandbox', 'GET, HEAD, POST'],
    ['POST', '/pay/TOKEN/leave', 'GET, HEAD'],
    ['POST', '/pay/TOKEN/nothing', 'GET, HEAD'],
    ['DELETE', '/pay', 'GET, HEAD, POST'],
  ];
  test.each(cases)('%s %s', async (method, path, allow) => {
    const answer = await send(service.url, path.replace('TOKEN', token), { method });
    expect([answer.status, answer.headers.allow]).toEqual([405, allow]);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.text).toContain('data-state="refused"');
    expect(answer.text).toContain(`href="/pay${path === '/pay' ? '' : `/${token}`}"`);
  });
});

test.each(['/pay', '/pay/TOKEN', '/pay/TOKEN/choose'])(
  'HEAD %s responds like GET, without the body',
  async (path) => {
    const [head, get] = await Promise.all(
      ['HEAD', 'GET'].map((method) => send(service.url, path.replace('TOKEN', token), { method })),
    );
    expect(head?.status).toBe(get?.status);
    expect(head?.headers['content-type']).toBe(get?.headers['content-type']);
    expect(head?.text).toBe('');
  },
);

test.each(['/pay/TOKEN/a/b', '/pay/TOKEN/choose/more', '/pay/a/b/c/d'])('%s is not found', async (path) => {
  for (const method of ['GET', 'POST', 'DELETE']) {
    const answer = await send(service.url, path.replace('TOKEN', token), { method });
    expect(answer.status).toBe(404);
    expect(answer.text).toContain('data-state="session_unknown"');
  }
});

test.each(['%0D%0AX-Injected%3A%201', '%2F..%2Fevil', '%E2%98%83', '%00'])(
  'a step with the token %s does not redirect elsewhere, and is not a server error',
  async (hostile) => {
    for (const step of ['choose', 'nothing', 'leave']) {
      const answer = await send(service.url, `/pay/${hostile}/${step}`);
      expect(answer.status).toBeLessThan(500);
      expect(answer.headers['x-injected']).toBeUndefined();
      const home = `/pay/${hostile}${step === 'choose' ? '?step=choose' : ''}`;
      if (answer.status === 303) expect(answer.headers.location).toBe(home);
    }
  },
);
