import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, type TestBrowser } from '../../../../test-support/browser.ts';
import { chooseFreePort, startTestService, type TestService } from '../../../../test-support/service.ts';
import { test_password } from './testing/test-password.ts';
import { makeStaff } from './testing/visit.ts';

/** Uses a real browser with a virtual authenticator, but only the endpoints, not the pages of the dashboard. */

let service: TestService;
let url: string;
let browser: TestBrowser;
beforeAll(async () => {
  // A passkey belongs to a host name: an IP address cannot have one (WebAuthn section 5.1.2).
  const port = await chooseFreePort();
  url = `http://localhost:${port}`;
  service = await startTestService({ env: { PORT: String(port), PUBLIC_URL: url } });
  browser = await launchBrowser({ javascript: true });
});
afterAll(async () => {
  await browser.close();
  await service.stop();
});

interface Authenticator {
  setVerified(isVerified: boolean): Promise<void>;
}

async function addAuthenticator(page: Page): Promise<Authenticator> {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    setVerified: async (isUserVerified) => {
      await client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    },
  };
}

interface Answered {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests inspect responses of any shape.
  readonly body: any;
}

/** Sends a request as the dashboard does, from a page of the same origin. */
function send(page: Page, method: string, path: string, body?: unknown): Promise<Answered> {
  return page.evaluate(
    async ([way, address, text]) => {
      const response = await fetch(address, {
        method: way,
        headers: { 'content-type': 'application/json', 'x-guichet-dashboard': '1' },
        ...(way === 'GET' ? {} : { body: text }),
      });
      return { status: response.status, body: await response.json() };
    },
    [method, `/dashboard${path}`, JSON.stringify(body ?? {})] as const,
  );
}

/**
 * Calls the browser's authenticator. The code is passed as text, because the browser's types are not available
 * here.
 */
function askAuthenticator(page: Page, verb: string, reader: string, options: object): Promise<object> {
  return page.evaluate(`(async () => {
    const publicKey = PublicKeyCredential.${reader}(${JSON.stringify(options)});
    return (await navigator.credentials.${verb}({ publicKey })).toJSON();
  })()`);
}

/** Creates a passkey with the server's options. */
async function register(page: Page, name: string): Promise<Answered> {
  const { body: options } = await send(page, 'GET', `/auth/passkey/generate-register-options?name=${name}`);
  const response = await askAuthenticator(page, 'create', 'parseCreationOptionsFromJSON', options);
  return send(page, 'POST', '/auth/passkey/verify-registration', { response, name });
}

/**
 * @param change applied by an attacker to the authenticator's response
 * @param asked options for the authenticator in addition to the server's
 */
async function authenticate(
  page: Page,
  change: (response: object) => object = (response) => response,
  asked: object = {},
): Promise<Answered> {
  const { body } = await send(page, 'GET', '/auth/passkey/generate-authenticate-options');
  const options = { ...body, ...asked };
  const response = await askAuthenticator(page, 'get', 'parseRequestOptionsFromJSON', options);
  return send(page, 'POST', '/auth/passkey/verify-authentication', { response: change(response) });
}

test('a passkey is created, signs in without a password, and is removed', { timeout: 60_000 }, async () => {
  const { email, id } = await makeStaff(service, 'owner');
  const page = await browser.newPage({ viewport: 'desktop' });
  await page.goto(`${url}/pay`);
  await addAuthenticator(page);
  expect((await send(page, 'GET', '/auth/passkey/generate-register-options')).status).toBe(401);
  await send(page, 'POST', '/auth/sign-in/email', { email, password: test_password });
  expect(await register(page, 'Phone')).toMatchObject({ status: 200 });
  const { body: kept } = await send(page, 'GET', '/auth/passkey/list-user-passkeys');
  expect(kept).toMatchObject([{ name: 'Phone', userId: id }]);

  await send(page, 'POST', '/auth/sign-out');
  expect((await send(page, 'GET', '/api/me')).status).toBe(401);
  expect((await authenticate(page)).status).toBe(200);
  const me = await send(page, 'GET', '/api/me');
  // The passkey also counts as a second factor, unlike the password before it.
  expect(me.body.data).toMatchObject({ has_second_factor: true, user: { email, has_passkey: true } });

  const { body: log } = await send(
    page,
    'GET',
    `/api/${service.demo.merchant_id}/test/audit?object_type=passkey&author=${id}`,
  );
  expect(log.data.items).toMatchObject([
    { action: 'created', before: null, after: { name: 'Phone', public_key: '[redacted]' } },
  ]);
  expect((await send(page, 'POST', '/auth/passkey/delete-passkey', { id: kept[0].id })).status).toBe(200);
  await send(page, 'POST', '/auth/sign-out');
  expect((await authenticate(page)).status).toBe(401);
  expect((await send(page, 'GET', '/api/me')).status).toBe(401);
  await page.context().close();
});

test('a signature for a different challenge is refused', async () => {
  const { email } = await makeStaff(service, 'viewer');
  const page = await browser.newPage({ viewport: 'desktop' });
  await page.goto(`${url}/pay`);
  await addAuthenticator(page);
  await send(page, 'POST', '/auth/sign-in/email', { email, password: test_password });
  await register(page, 'Key');
  await send(page, 'POST', '/auth/sign-out');
  let seen: object = {};
  const first = await authenticate(page, (response) => {
    seen = response;
    return response;
  });
  expect(first.status).toBe(200);
  await send(page, 'POST', '/auth/sign-out');
  // The same response to a different challenge.
  const again = await authenticate(page, () => seen);
  expect(again.status).toBeGreaterThanOrEqual(400);
  expect((await send(page, 'GET', '/api/me')).status).toBe(401);
  await page.context().close();
});

test('a device that was not unlocked cannot sign in', async () => {
  const { email } = await makeStaff(service, 'viewer');
  const page = await browser.newPage({ viewport: 'desktop' });
  await page.goto(`${url}/pay`);
  const authenticator = await addAuthenticator(page);
  await send(page, 'POST', '/auth/sign-in/email', { email, password: test_password });
  await register(page, 'Key');
  await send(page, 'POST', '/auth/sign-out');
  await authenticator.setVerified(false);
  // An attacker’s page need not ask for the fingerprint.
  const answer = await authenticate(page, undefined, { userVerification: 'discouraged' });
  expect(answer).toMatchObject({ status: 401, body: { code: 'USER_NOT_VERIFIED' } });
  expect((await send(page, 'GET', '/api/me')).status).toBe(401);
  await page.context().close();
});
