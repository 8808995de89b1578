import { createHmac, type Hmac } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { rewriters } from './rewriters.ts';
import { type Clinic, openClinic, problemsOf } from './testing/clinic.ts';
import { always, verifying, verifyingService, verifyingStandard } from './testing/shop.ts';

let clinic: Clinic;
beforeAll(async () => {
  clinic = await openClinic();
});
afterEach(() => clinic.closeShops());
afterAll(() => clinic.close());

const genuine = verifying(() => clinic.secret());

describe('the doctor’s signature check', () => {
  it.each<[string[], RequestListener]>([
    [['wrong_signature: signature_not_checked!'], always(200)],
    [
      ['wrong_signature: signature_not_checked!', 'whole_body: body_not_read!'],
      (_, response) => void response.end(),
    ],
    [['missing_signature: signature_optional!'], verifying(() => clinic.secret(), { takesUnsigned: true })],
    [['old_timestamp: old_signature_accepted'], verifying(() => clinic.secret(), { tolerance: 1e9 })],
    [['unusual_json: body_reencoded!'], verifying(() => clinic.secret(), { read: rewriters.javascript })],
    [['answer: body_reencoded!'], verifying(() => clinic.secret(), { read: rewriters.php })],
    [['answer: body_reencoded!'], verifying(() => clinic.secret(), { read: rewriters.python, refusal: 400 })],
    [
      ['answer: body_reencoded!'],
      verifying(() => clinic.secret(), { read: rewriters.python_compact, refusal: 403 }),
    ],
    [['answer: body_reencoded!'], verifying(() => clinic.secret(), { read: rewriters.go, refusal: 500 })],
    [
      ['wrong_signature: refused_by_error', 'missing_signature: refused_by_error'],
      verifying(() => clinic.secret(), { refusal: 500 }),
    ],
    [['answer: refused!'], verifying(() => 'whsec_c29tZWJvZHkgZWxzZQ==')],
  ])('reports %j', async (problems, answer) => {
    expect(problemsOf(await clinic.examineShop(answer))).toEqual(problems);
  });

  const hmac = (key: string | Buffer, text: string): Hmac => createHmac('sha256', key).update(text);
  const bare = (): string => clinic.secret().slice('whsec_'.length);
  it.each<[string, string, RequestListener]>([
    [
      'key_wrong',
      'decoded from base64',
      verifyingService((body, time) => hmac(Buffer.from(bare(), 'base64'), `${time}.${body}`)),
    ],
    ['key_wrong', 'without whsec_', verifyingService((body, time) => hmac(bare(), `${time}.${body}`))],
    ['signed_text_wrong', 'over the body alone', verifyingService((body) => hmac(clinic.secret(), body))],
    [
      'refused',
      'signature was not accepted',
      verifyingService((body, time) => hmac(clinic.secret(), `${time}${body}`)),
    ],
  ])('reports %s with an explanation that contains: %s', async (problem, words, answer) => {
    expect((await clinic.examineShop(answer)).findings.at(-1)).toMatchObject({
      probe: 'answer',
      ok: false,
      problem,
      detail: expect.stringContaining(words),
    });
  });

  it('accepts a receiver that verifies the Standard Webhooks headers with their library', async () => {
    const report = await clinic.examineShop(verifyingStandard(() => clinic.secret()));
    expect(problemsOf(report)).toEqual([]);
  });

  it.each([429, null])('is inconclusive if the response to the forged message is %j', async (status) => {
    let count = 0;
    const report = await clinic.examineShop((request, response) => {
      if (count++ === 0) return genuine(request, response);
      if (status !== null) response.writeHead(status).end();
    });
    expect(problemsOf(report)).toEqual(['wrong_signature: no_answer_to_probe']);
  });

  it('does not blame a specific mistake when the receiver rejects at random', async () => {
    let count = 0;
    const report = await clinic.examineShop((_, response) =>
      response.writeHead(count++ === 0 ? 401 : 200).end(),
    );
    expect(problemsOf(report)).toEqual(['answer: refused!']);
  });

  it('warns about a receiver that verifies the signature but rejects unknown fields', async () => {
    const strict: RequestListener = verifying(() => clinic.secret(), { strict: true });
    expect(problemsOf(await clinic.examineShop(strict))).toEqual(['unusual_json: unusual_json_refused']);
  });
});
