import { type Dashboard, openDashboard } from '@guichet/dashboard/testing/open-dashboard';
import { allOperations } from '@guichet/server/api-v1/operations';
import { pathOf } from '@guichet/server/dashboard/operation';
import { operations } from '@guichet/server/dashboard/operations';
import { type Visit, visitAs } from '@guichet/server/dashboard/testing/visit';
import { callApi, makeCheckout } from '@guichet/server/testing/api';
import type { Page } from 'playwright-core';
import type { TObject } from 'typebox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestService } from '../../test-support/service.ts';
import { isNightly, sampleOf } from '../../test-support/tier.ts';
import { fillIn } from './hostile/fill-in.ts';
import { findDone, readPage, watchFor } from './hostile/look.ts';
import { batch, batch_fields, makeGround, uploadBatch } from './hostile/make-ground.ts';
import { never_shown, sowings } from './hostile/sow.ts';
import { putText, textFieldsOf } from './hostile/text-fields.ts';
import { type HostileText, hostile_texts } from './hostile/texts.ts';
import { open, visitAll } from './hostile/visit-all.ts';

/** Enters hostile texts in every place that accepts text, and then checks every page that shows them. */

let dashboard: Dashboard;
let service: TestService;
let owner: Visit & { readonly id: string; readonly email: string };
let finance: Visit;
let page: Page & { readonly email: string };
let dialogs: readonly string[];
beforeAll(async () => {
  // This test needs its own service, because texts are also written to whole tables.
  dashboard = await openDashboard({ is_alone: true });
  ({ service } = dashboard);
  owner = await visitAs(service, 'owner');
  finance = await visitAs(service, 'finance');
  page = await dashboard.openAs('owner');
  dialogs = await watchFor(page.context());
}, 180_000);
afterAll(() => dashboard.close());

interface Described {
  readonly id: string;
  readonly method: string;
  readonly body?: TObject;
  /** Sends the request. @returns the status */
  send(params: Readonly<Record<string, string>>, body: unknown): Promise<number>;
}

function describeAll(): readonly Described[] {
  const known = { merchant_id: service.demo.merchant_id, mode: 'test' };
  const fill = (path: string, params: Readonly<Record<string, string>>): string =>
    path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ({ ...known, ...params })[name] ?? 'none');
  return [
    ...allOperations(service.ctx).map((operation) => ({
      ...operation,
      send: async (params: Readonly<Record<string, string>>, json: unknown) => {
        const path = `/api/v1${fill(operation.path, params)}`;
        return (await callApi(service, path, { method: 'POST', key: service.demo.test_key, json })).status;
      },
    })),
    ...operations.map((operation) => ({
      ...operation,
      send: async (params: Readonly<Record<string, string>>, body: unknown) =>
        (await owner.send(operation.method, `/api${fill(pathOf(operation), params)}`, { body })).status,
    })),
  ];
}

/**
 * Returns every text at night. Otherwise, returns the first text, which the pages are searched for, and one other
 * text in rotation.
 */
function textsFor(turn: number): readonly HostileText[] {
  const [first, ...others] = hostile_texts;
  if (isNightly || !first) return hostile_texts;
  return [first, ...others.slice(turn % others.length).slice(0, 1)];
}

/** The markers of accepted texts by operation and field, which the pages are searched for. */
const sown = new Map<string, string[]>();

test('every field of every operation accepts or refuses every text without a server error', {
  timeout: 1_200_000,
}, async () => {
  const ground = makeGround(service, owner, finance);
  const failures: string[] = [];
  let marked = 0;
  let turn = 0;
  for (const { id, body, send } of describeAll()) {
    const fields = textFieldsOf(body);
    const sowing = sowings[id];
    if (fields.length > 0 && !sowing) failures.push(`${id} accepts text, but has no request in sow.ts`);
    for (const field of sowing ? fields : []) {
      const place = `${id} ${field.join('.')}`;
      // Sent in reverse order, so that the first text remains where only one is kept.
      for (const { name, write } of textsFor(turn++).toReversed()) {
        await service.database.pool.query('delete from rate_limit_buckets');
        const marker = `qz${++marked}zq`;
        const { params = {}, body: given } = (await sowing?.(ground)) ?? { body: {} };
        const status = await send(params, putText(given, field, write(marker)));
        if (status >= 500) failures.push(`${place}: ${name} causes a ${status}`);
        if (status < 300) sown.set(place, [...(sown.get(place) ?? []), marker]);
      }
    }
  }
  expect(failures).toEqual([]);
  const taken = [...sown.keys()];
  // Fails if names, notes and reasons were all refused, because then nothing would be tested.
  expect(taken).toEqual(
    expect.arrayContaining(['createPayment description', 'refundPayment reason', 'addKey name']),
  );
});

test('no text in an uploaded file causes a server error', { timeout: 400_000 }, async () => {
  const uploads = operations.filter(({ access }) => access === 'merchant_upload').map(({ id }) => id);
  expect(uploads, 'a further kind of file can be uploaded, without a test of its texts').toEqual([
    'uploadPayoutBatch',
  ]);
  const failures: string[] = [];
  const upload = async (place: string, file_name: string, content: string): Promise<void> => {
    const { status } = await uploadBatch(service, owner, file_name, content);
    if (status >= 500) failures.push(`${place} causes a ${status}`);
  };
  const texts = sampleOf([...hostile_texts.entries()], 4).toReversed();
  for (const [at, { name, write }] of texts) {
    await upload(`title: ${name}`, 'a.csv', batch({ title: write(`qf${at}tzq`) }));
    for (const field of batch_fields) {
      await upload(`${field}: ${name}`, 'a.csv', batch({ field, text: write(`qf${at}${field}zq`) }));
    }
  }
  // Uploaded last, so that they are on the first page of the list.
  for (const [at, { name, write }] of texts) await upload(`file name: ${name}`, write(`qf${at}nzq`), batch());
  // The newest upload, whose findings page is visited.
  const [{ write = String } = {}] = hostile_texts;
  await upload('phone', 'last.csv', batch({ field: 'phone', text: write('qf0phonezq') }));
  expect(failures).toEqual([]);
  // Only a part of some names is kept: everything before a slash counts as a folder.
  sown.set(
    'uploadPayoutBatch file_name',
    texts.map(([at]) => `qf${at}nzq`),
  );
  sown.set('uploadPayoutBatch phone', ['qf0phonezq']);
});

describe('accepted text', () => {
  test('is shown in full, and only as text, on every page of the dashboard', {
    timeout: 400_000,
  }, async () => {
    const [{ write = String } = {}] = hostile_texts;
    const { rows } = await service.database.pool.query(`select id from staff where email = $1`, [page.email]);
    const placed = await fillIn(service, write, { id: rows[0].id, email: owner.email });
    const { kinds, text, done, files } = await visitAll(page, [dashboard.url('overview')]);
    expect(done).toEqual([]);
    expect(dialogs).toEqual([]);
    expect(dashboard.browser.problems()).toEqual([]);
    // The pages are the overview, five lists with their details, developers, settings, team, audit and security.
    expect(kinds.size).toBeGreaterThan(25);
    expect(files.size).toBeGreaterThan(2);
    const csv = await readFiles(files);
    const all = text + csv;
    const unseen = [...sown]
      .filter(
        ([place, markers]) => !never_shown.has(place) && !markers.some((marker) => all.includes(marker)),
      )
      .map(([place]) => place);
    expect([
      ...unseen,
      ...[...placed].filter(([, marker]) => !all.includes(marker)).map(([column]) => column),
    ]).toEqual([]);
  });
});

test('the hosted page shows hostile text as text, and links only to the shop', {
  timeout: 120_000,
}, async () => {
  const [{ write = String } = {}] = hostile_texts;
  const given = { description: write('qzpayzq'), customer_email: 'awa@shop.example' };
  for (const template of ['default', 'abidjan', 'cotonou']) {
    await owner.ask('PATCH', '/settings/branding', { primary_color: '', template });
    await owner.ask('PATCH', '/settings/profile', { name: write('qzshopzq') });
    const { token } = await makeCheckout(service, given);
    for (const step of [
      '',
      '?step=choose',
      `?step=${encodeURIComponent(write('qzstep'))}`,
      '?leave=javascript:hostile()',
    ]) {
      await page.goto(`${service.url}/pay/${token}${step}`);
      expect([template, step, ...(await findDone(page))]).toEqual([template, step]);
      expect(await readPage(page)).toContain('qzshopzq');
    }
    expect(await readPage(page)).toContain('qzpayzq');
  }
  expect(dialogs).toEqual([]);
});

test('the check finds hostile text that takes effect', { timeout: 120_000 }, async () => {
  const [markup] = hostile_texts;
  await open(page, dashboard.url('team'));
  const html = `${markup?.write('x')}<a href=" JaVaScript:hostile()">x</a>`;
  await page.evaluate(
    `document.querySelector('main').insertAdjacentHTML('beforeend', ${JSON.stringify(html)})`,
  );
  await expect
    .poll(async () => (await findDone(page)).map((line) => line.split(':')[0]))
    .toEqual(['refused by the policy', 'an element of text', 'a handler', 'an address']);
  await page.evaluate('hostile()');
  expect(await findDone(page)).toContain('a script ran');
});

async function readFiles(files: ReadonlySet<string>): Promise<string> {
  const texts: string[] = [];
  for (const file of files) {
    const answer = await page.request.get(file);
    expect([file, answer.status()]).toEqual([file, 200]);
    expect(answer.headers()).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; filename="[\w.-]+"$/),
      'x-content-type-options': 'nosniff',
    });
    texts.push(await answer.text());
  }
  return texts.join('\n');
}
