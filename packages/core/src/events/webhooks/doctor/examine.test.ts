import type { RequestListener } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { commandOf } from '../../../../../../test-support/actors.ts';
import { makeCaller } from '../../../../../../test-support/checkouts.ts';
import { forceOff } from '../../../../../../test-support/endpoints.ts';
import { createEndpoint } from '../endpoints/create.ts';
import { examineEndpoint } from './examine.ts';
import { issueCertificate } from './testing/certificate.ts';
import { type Clinic, deadline_ms, openClinic, problemsOf } from './testing/clinic.ts';
import { always, startPlainServer, startShop, verifying } from './testing/shop.ts';

let clinic: Clinic;
beforeAll(async () => {
  clinic = await openClinic();
});
afterEach(() => clinic.closeShops());
afterAll(() => clinic.close());

const genuine = verifying(() => clinic.secret());

describe('a correct receiver', () => {
  it('has no problems', async () => {
    const tls = issueCertificate({ names: ['shop.example'], issuer: clinic.authority });
    const port = await clinic.start(startShop(genuine, tls));
    const report = await clinic.examine(`https://shop.example:${port}/hook?a=1`, { mode: 'live' });
    expect(report).toEqual({
      endpoint_id: expect.stringMatching(/^whe_/),
      url: `https://shop.example:${port}/hook?a=1`,
      ok: true,
      findings: [
        ['address', /^https:/],
        ['name', /^shop\.example is 127\.0\.0\.1$/],
        ['connection', /^connected in \d+ ms$/],
        [
          'certificate',
          /^TLSv1\.3, for shop\.example, issued by Authority of the test, valid 2020-01-01 to 2120/,
        ],
        ['answer', /^responded with 200 in \d+ ms \(127\.0\.0\.1\)$/],
        ['wrong_signature', /refused with 401/],
        ['missing_signature', /refused with 401/],
        ['unusual_json', /accepted with 200/],
        ['old_timestamp', /refused with 401/],
        ['whole_body', /waits for the whole body/],
      ].map(([probe, detail]) => ({
        probe,
        ok: true,
        problem: null,
        detail: expect.stringMatching(detail ?? ''),
        fix: null,
      })),
    });
  });

  it('is examined without leaving an event, a delivery or a change of health', async () => {
    await clinic.examineShop(genuine);
    for (const table of ['events', 'webhook_deliveries', 'webhook_endpoint_health']) {
      const { rows } = await clinic.ctx.pool.query(`select count(*)::int as count from ${table}`);
      expect(rows, table).toEqual([{ count: 0 }]);
    }
  });

  it.each([
    ['still signs', '1 day', []],
    ['no longer signs', '-1 day', ['answer: refused!']],
  ])('accepts an older secret only while that secret is valid (it %s)', async (_, until, problems) => {
    const port = await clinic.start(startShop(genuine));
    const report = await clinic.examine(`http://shop.example:${port}/hook`, {
      prepare: async (id) => {
        await clinic.ctx.pool.query(
          `insert into webhook_secrets select merchant_id, endpoint_id, 'whs_9', $2, now(), null
          from webhook_secrets where endpoint_id = $1`,
          [id, clinic.ctx.secrets.seal('whsec_bmV3ZXI=')],
        );
        await clinic.ctx.pool.query(
          `update webhook_secrets set expires_at = now() + $2::interval where endpoint_id = $1 and id <> 'whs_9'`,
          [id, until],
        );
      },
    });
    expect(problemsOf(report)).toEqual(problems);
  });

  it('is examined even if its endpoint is disabled', async () => {
    const port = await clinic.start(startShop(genuine));
    const report = await clinic.examine(`http://shop.example:${port}/hook`, {
      prepare: (id) => forceOff(clinic.ctx, { id }),
    });
    expect(report.ok).toBe(true);
    expect(problemsOf(report)).toEqual(['endpoint: switched_off']);
  });
});

describe('the check of the connection', () => {
  const issue = (fields: Partial<Parameters<typeof issueCertificate>[0]>) =>
    issueCertificate({ names: ['shop.example'], ...fields });
  const intermediate = () => issue({ names: ['Between'], issuer: clinic.authority, is_authority: true });
  it.each<[string, () => Parameters<typeof startShop>[1], string, RegExp]>([
    ['certificate_self_signed', () => issue({}), 'certificate', /is self-signed \(for shop\.example/],
    [
      'certificate_expired',
      () => issue({ issuer: clinic.authority, valid_to: new Date('2021-02-03') }),
      'certificate',
      /has expired .*valid 2020-01-01 to 2021-02-03/,
    ],
    [
      'certificate_not_yet_valid',
      () => issue({ issuer: clinic.authority, valid_from: new Date('2100-01-01') }),
      'certificate',
      /not valid yet/,
    ],
    [
      'certificate_of_another_name',
      () => issue({ names: ['www.shop.example'], issuer: clinic.authority }),
      'certificate',
      /not for shop\.example \(for www\.shop\.example/,
    ],
    [
      'certificate_chain_incomplete',
      () => issue({ issuer: intermediate() }),
      'certificate',
      /issued by Between/,
    ],
    [
      'certificate_of_private_authority',
      () => {
        const own = issue({ names: ['Own authority'], is_authority: true });
        const leaf = issue({ issuer: own });
        return { key: leaf.key, cert: leaf.cert + own.cert };
      },
      'certificate',
      /an authority that is not publicly trusted/,
    ],
    [
      'tls_too_old',
      () => ({
        ...issue({ issuer: clinic.authority }),
        minVersion: 'TLSv1',
        maxVersion: 'TLSv1.1',
        ciphers: 'DEFAULT@SECLEVEL=0',
      }),
      'certificate',
      /no TLS newer than 1\.1/,
    ],
    [
      'tls_refused',
      () => ({
        ...issue({ issuer: clinic.authority }),
        requestCert: true,
        rejectUnauthorized: true,
        maxVersion: 'TLSv1.2',
      }),
      'certificate',
      /requires a client certificate/,
    ],
    [
      'certificate_expires_soon',
      () => issue({ issuer: clinic.authority, valid_to: new Date(Date.now() + 3.5 * 86_400_000) }),
      'certificate',
      /expires in 3 days/,
    ],
  ])('reports %s', async (problem, tls, probe, detail) => {
    const report = await clinic.examine(
      `https://shop.example:${await clinic.start(startShop(genuine, tls()))}/hook`,
    );
    expect(report.findings).toContainEqual({
      probe,
      ok: problem === 'certificate_expires_soon',
      problem,
      detail: expect.stringMatching(detail),
      fix: expect.any(String),
    });
  });

  it('accepts a complete certificate chain', async () => {
    const between = intermediate();
    const leaf = issue({ issuer: between });
    const tls = { key: leaf.key, cert: leaf.cert + between.cert };
    const port = await clinic.start(startShop(genuine, tls));
    expect(problemsOf(await clinic.examine(`https://shop.example:${port}/hook`))).toEqual([]);
  });

  it('reports plain HTTP where TLS is expected', async () => {
    const port = await clinic.start(startShop(genuine));
    expect(problemsOf(await clinic.examine(`https://shop.example:${port}/hook`))).toEqual([
      'certificate: not_tls!',
    ]);
  });

  it('reports a TLS handshake without a response', async () => {
    const port = await clinic.start(startPlainServer(() => {}));
    expect(problemsOf(await clinic.examine(`https://shop.example:${port}/hook`))).toEqual([
      'certificate: tls_without_answer!',
    ]);
  });

  it.each([
    ['http://nobody.example/hook', 'name: name_not_found!'],
    ['http://silent.example/hook', 'name: name_server_fails!'],
    ['http://inside.example/hook', 'name: private_address!'],
    ['http://shop.example:9/hook', 'connection: connection_refused!'],
    ['http://10.1.2.3/hook', 'address: private_address!'],
  ])('for %s reports %s', async (url, problem) => {
    expect(problemsOf(await clinic.examine(url))).toEqual([problem]);
  });

  it('reports plain HTTP in live mode, except on an allowed private network', async () => {
    const port = await clinic.start(startShop(genuine));
    const url = `http://shop.example:${port}/hook`;
    const outside = await clinic.examine(url, { mode: 'live', is_development: false });
    expect(problemsOf(outside)).toEqual(['address: not_encrypted!']);
    expect(problemsOf(await clinic.examine(url, { is_development: false }))).toEqual([
      'address: not_encrypted',
    ]);
    const inside = await clinic.examine(`http://127.0.0.1:${port}/hook`, {
      mode: 'live',
      is_development: false,
    });
    expect(problemsOf(inside)).toEqual([]);
  });
});

describe('the check of the response', () => {
  it.each<[string, RequestListener]>([
    ['redirect', always(301, { location: 'https://www.shop.example/hook' })],
    ['password_wanted', always(401, { 'www-authenticate': 'Basic realm="staging"' })],
    ['refused', always(401)],
    ['firewall', always(403, { server: 'cloudflare', 'cf-ray': '1' })],
    ['bot_challenge', always(503, { 'cf-mitigated': 'challenge' })],
    ['bot_challenge', always(200, { 'content-type': 'text/html' }, '<title>Just a moment...</title>')],
    ['not_found', always(404)],
    ['gone', always(410)],
    ['server_error', always(500)],
    [
      'answer_broken',
      (_, response) =>
        void response.writeHead(200, { 'content-length': '9' }).write('x', () => response.destroy()),
    ],
    ['connection_closed', (_, response) => void response.destroy()],
    ['headers_too_large', always(200, { 'x-large': 'x'.repeat(20_000) })],
  ])('reports %s', async (problem, answer) => {
    const report = await clinic.examineShop(answer);
    expect(problemsOf(report)).toEqual([`answer: ${problem}!`]);
    expect(report.ok).toBe(false);
  });

  it('reports a response that is not HTTP', async () => {
    const port = await clinic.start(
      startPlainServer((socket) => socket.write('220 mail.shop.example ESMTP\r\n')),
    );
    const report = await clinic.examine(`http://shop.example:${port}/hook`);
    expect(report.findings.at(-1)).toMatchObject({ problem: 'not_http', ok: false });
  });

  it.each<[string, RequestListener]>([
    ['no_answer!', () => {}],
    ['answer_without_end!', (_, response) => void response.writeHead(200).write('one moment')],
    ['too_slow!', (_, response) => void setTimeout(() => response.end(), deadline_ms + 200)],
    ['too_slow!', (_, response) => void setTimeout(() => response.writeHead(504).end(), deadline_ms + 200)],
  ])('reports a late response: %s', { timeout: 20_000 }, async (problem, answer) => {
    expect(problemsOf(await clinic.examineShop(answer))).toEqual([`answer: ${problem}`]);
  });

  const slow: RequestListener = (request, response) =>
    setTimeout(() => genuine(request, response), deadline_ms / 3);
  const wordy = (type: string, body: string): RequestListener =>
    verifying(() => clinic.secret(), { body, type });
  it.each<[string, RequestListener]>([
    ['slow', slow],
    ['web_page', wordy('text/html; charset=utf-8', '<!doctype html><h1>Welcome</h1>')],
    ['large_answer', wordy('text/plain', 'x'.repeat(100_000))],
  ])('gives a warning: %s', { timeout: 30_000 }, async (problem, answer) => {
    const report = await clinic.examineShop(answer);
    expect(report.ok).toBe(true);
    expect(problemsOf(report)).toEqual([`answer: ${problem}`]);
  });
});

it('does not find an unknown endpoint, or one of another merchant', async () => {
  const { id: endpoint_id } = await createEndpoint(clinic.ctx, commandOf(clinic.merchant_id, 'test'), {
    url: 'http://shop.example/',
  });
  const other = (await makeCaller(clinic.ctx)).merchant_id;
  for (const which of [
    { merchant_id: other, endpoint_id },
    { merchant_id: other, endpoint_id: 'whe_none' },
  ]) {
    await expect(
      examineEndpoint(clinic.ctx, commandOf(which.merchant_id), which.endpoint_id, {}),
    ).rejects.toMatchObject({
      code: 'endpoint_not_found',
    });
  }
});
