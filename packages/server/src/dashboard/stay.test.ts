import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../../test-support/service.ts';
import { readAnswer } from '../testing/send-bytes.ts';
import { beginRequest } from '../testing/slow-request.ts';
import { makeStaff, makeVisit, type Visit, visitAs } from './testing/visit.ts';

let service: TestService;
let owner: Visit;
beforeAll(async () => {
  service = await startTestService();
  owner = await visitAs(service, 'owner');
});
afterAll(() => service.stop());

type Member = Visit & { readonly id: string; readonly email: string };

/** Opens a stream as the page does. */
async function open(member: Visit, path: string): Promise<ReadableStreamDefaultReader<Uint8Array>> {
  const cookie = [...member.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const url = `${service.url}/dashboard/api/${service.demo.merchant_id}/test${path}`;
  const response = await fetch(url, { headers: { cookie } });
  expect(response.status).toBe(200);
  const reader = response.body?.getReader();
  if (!reader) throw new Error('nothing came');
  await reader.read();
  return reader;
}

/** Reads to the end, with a pause after each part. @returns whether the stream broke off */
async function readOn(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  pause_ms = 0,
): Promise<'ended' | 'broken'> {
  try {
    while (!(await reader.read()).done) await setTimeout(pause_ms);
    return 'ended';
  } catch {
    return 'broken';
  }
}

const ends: readonly (readonly [what: string, end: (member: Member) => Promise<unknown>])[] = [
  ['is removed', ({ id }) => owner.ask('DELETE', `/team/members/${id}`)],
  ['gets another role', ({ id }) => owner.ask('PATCH', `/team/members/${id}`, { role: 'viewer' })],
  ['signs out', (member) => member.send('POST', '/auth/sign-out', { body: {} })],
  [
    'would need a second factor now',
    ({ id }) =>
      service.database.pool.query(
        `update merchants set second_factor_required = true
         where id in (select merchant_id from members where user_id = $1)`,
        [id],
      ),
  ],
];

describe.each(ends)('a member who %s', (_, end) => {
  test('gets no more notifications of changes', { timeout: 30_000 }, async () => {
    const member = await visitAs(service, 'admin');
    const staying = await visitAs(service, 'admin');
    await service.database.pool.query('update staff_sessions set second_factor = true where user_id = $1', [
      staying.id,
    ]);
    const heard = await open(member, '/changes');
    const other = await open(staying, '/changes');
    let is_over = false;
    const whole = readOn(other).then(() => {
      is_over = true;
    });
    await end(member);
    expect(await readOn(heard)).toBe('ended');
    // Members who keep their access stay connected.
    expect(is_over).toBe(false);
    await other.cancel();
    await whole;
    await service.database.pool.query('update merchants set second_factor_required = false');
  });
});

test('a download by a removed member is cut off', { timeout: 60_000 }, async () => {
  await service.database.pool.query(
    `insert into audit_log (merchant_id, author_kind, action, object_type, object_id, after)
     select $1, 'service', 'created', 'merchant', $1, jsonb_build_object('name', repeat('x', 500))
     from generate_series(1, 120000)`,
    [service.demo.merchant_id],
  );
  const { id, email } = await makeStaff(service, 'admin');
  const member = makeVisit(service);
  await member.signIn(email);
  const file = await open(member, '/audit/export');
  await owner.ask('DELETE', `/team/members/${id}`);
  // The file is read so slowly that reading all of it would take a minute.
  expect(await readOn(file, 50)).toBe('broken');
});

describe.each([
  ['is removed', ({ id }: Member) => owner.ask('DELETE', `/team/members/${id}`), 401],
  ['has their sessions ended', ({ id }: Member) => owner.ask('DELETE', `/team/members/${id}/sessions`), 401],
  [
    'gets another role',
    ({ id }: Member) => owner.ask('PATCH', `/team/members/${id}`, { role: 'viewer' }),
    403,
  ],
] as const)('a member who %s', (_, end, status) => {
  test('cannot finish a request that was in flight', { timeout: 30_000 }, async () => {
    const member = await visitAs(service, 'admin');
    const request = await beginRequest(service.url, {
      path: `/dashboard/api/${service.demo.merchant_id}/test/keys`,
      headers: {
        origin: service.url,
        'x-guichet-dashboard': '1',
        cookie: [...member.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      body: JSON.stringify({ name: 'Begun before' }),
    });
    expect((await end(member)).status).toBe(200);
    expect(readAnswer(await request.finish()).status).toBe(status);
    const { items } = (await owner.ask('GET', '/keys')).body.data;
    expect(items.filter(({ name }: { name: string }) => name === 'Begun before')).toEqual([]);
  });
});
