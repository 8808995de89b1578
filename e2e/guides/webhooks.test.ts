import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readObject, runCli } from '@guichet/cli/testing/run-cli';
import { startCommand } from '@guichet/cli/testing/spawn-cli';
import { signWebhook } from '@guichet/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  chooseFreePort,
  environmentBeside,
  startTestService,
  type TestService,
} from '../../test-support/service.ts';
import { fillIn, type GuideCommand, readCommands } from './read-commands.ts';
import { type RunningSnippet, runReceiver, runSnippet } from './run-snippet.ts';

const page = 'docs/guides/webhooks.md';
const wait = { timeout: 30_000, interval: 100 };

/** Follows the guide literally: runs its commands and its programs against the real service. */
describe(page, () => {
  const typed = new Set<GuideCommand>();
  let commands: readonly GuideCommand[];
  let service: TestService;
  let env: Record<string, string>;
  let port: number;
  /** The values for the placeholders in the guide. */
  let blanks: Record<string, string>;
  let secret: string;
  let receiver: RunningSnippet | undefined;
  /** All receivers that have been started. */
  const shops: RunningSnippet[] = [];

  beforeAll(async () => {
    commands = await readCommands(page);
    service = await startTestService();
    env = environmentBeside(service);
    port = await chooseFreePort();
    blanks = {
      '<merchant id>': service.demo.merchant_id,
      'svc_test_...': service.demo.test_key,
      'http://localhost:4000': `http://localhost:${port}`,
    };
  });
  afterAll(async () => {
    await receiver?.stop();
    await service.stop();
  });

  /**
   * Runs commands under a heading one after another, one for each of the given beginnings, and expects each to
   * succeed.
   */
  async function type(heading: string, ...beginnings: readonly string[]): Promise<Record<string, unknown>[]> {
    const results: Record<string, unknown>[] = [];
    for (const beginning of beginnings) {
      const ran = await runCli([...argumentsOf(heading, beginning), '--json'], { env });
      expect(ran, `${heading}: ${beginning}: ${ran.stdout}${ran.stderr}`).toMatchObject({ code: 0 });
      results.push(readObject(ran.stdout));
    }
    return results;
  }

  function argumentsOf(heading: string, beginning: string): string[] {
    const command = commands.find((one) => one.heading === heading && one.text.startsWith(beginning));
    if (!command) throw new Error(`the guide has no ${beginning} under ${heading}`);
    typed.add(command);
    return fillIn(command.text, blanks);
  }

  /** Starts the guide's receiver that handles each event once. Its books survive restarts. */
  async function openShop(given_secret: string): Promise<RunningSnippet> {
    const SHOP_DATABASE = join(service.data_dir, 'shop.db');
    const heading = 'Handle each event once, in order';
    const shop = await runReceiver(page, heading, {
      port,
      GUICHET_WEBHOOK_SECRET: given_secret,
      SHOP_DATABASE,
    });
    shops.push(shop);
    return shop;
  }

  const paidIn = (running: RunningSnippet | undefined): string[] =>
    (running?.lines ?? []).flatMap((line) => line.match(/^paid (pay_\w+)/)?.[1] ?? []);

  /** Newest first. */
  async function list(column: string, table: string): Promise<string[]> {
    const { rows } = await service.ctx.pool.query(`select ${column} as value from ${table} order by id desc`);
    return rows.map(({ value }) => String(value));
  }

  const five_minutes = 'In five minutes, on your own machine';
  test(five_minutes, { timeout: 120_000 }, async () => {
    const { PATH = '' } = process.env;
    const listen = [...argumentsOf(five_minutes, 'listen'), '--base-url', service.url];
    // Runs without settings, because a remote colleague has none.
    const listening = await startCommand(listen, { PATH }, /connected/);
    const [listen_secret = ''] = listening.stdout.match(/whsec_\S+/) ?? [];
    const express = await runReceiver(page, 'Express', { port, GUICHET_WEBHOOK_SECRET: listen_secret });
    try {
      await type(five_minutes, 'trigger');
      await expect.poll(() => paidIn(express).length, wait).toBe(1);
      await type(five_minutes, 'simulate');
      await expect.poll(() => paidIn(express).length, wait).toBe(2);
    } finally {
      await express.stop();
      expect(await listening.end('SIGINT')).toMatchObject({ code: 0 });
    }
  });

  test('the section “Create an endpoint” leads to an endpoint that receives events', {
    timeout: 60_000,
  }, async () => {
    const [created] = await type('Create an endpoint', 'webhooks create');
    secret = String(created?.secret);
    blanks['<endpoint id>'] = String(created?.id);
    receiver = await openShop(secret);
    await type('Create an endpoint', 'webhooks doctor', 'webhooks test');
    await type(five_minutes, 'trigger');
    await expect.poll(() => paidIn(receiver).length, wait).toBe(1);
  });

  test('the section “See what was sent, and send it again” shows a delivery and resends it, and the shop does not handle it twice', {
    timeout: 60_000,
  }, async () => {
    const heading = 'See what was sent, and send it again';
    const [payment_id = ''] = paidIn(receiver);
    const { rows } = await service.ctx.pool.query(
      `select event.id as event_id, delivery.id as delivery_id
      from events as event join webhook_deliveries as delivery on delivery.event_id = event.id
      where event.object_id = $1`,
      [payment_id],
    );
    blanks['<payment id>'] = payment_id;
    blanks['<event id>'] = rows[0].event_id;
    blanks['<delivery id>'] = rows[0].delivery_id;
    const looks = ['webhooks list', 'webhooks deliveries', 'webhooks delivery <', 'payments show'];
    for (const shown of await type(heading, ...looks)) {
      expect(JSON.stringify(shown)).toMatch(new RegExp(`${rows[0].delivery_id}|${blanks['<endpoint id>']}`));
    }
    await type(heading, 'events resend', 'webhooks resend');
    const tries = async (): Promise<number> => {
      const counted = await service.ctx.pool.query(
        'select status, attempts from webhook_deliveries where id = $1',
        [rows[0].delivery_id],
      );
      return counted.rows[0].status === 'delivered' ? counted.rows[0].attempts : 0;
    };
    await expect.poll(tries, wait).toBe(2);
    expect(paidIn(receiver)).toEqual([payment_id]);
  });

  test('the section “Change the secret” keeps the old secret valid while the shop moves to the new one', {
    timeout: 60_000,
  }, async () => {
    const [rotated] = await type('Change the secret', 'webhooks rotate');
    await type(five_minutes, 'trigger');
    await expect.poll(() => paidIn(receiver).length, wait).toBe(2);
    await receiver?.stop();
    secret = String(rotated?.secret);
    receiver = await openShop(secret);
    await type(five_minutes, 'trigger');
    await expect.poll(() => paidIn(receiver).length, wait).toBe(1);
  });

  test('the section “An endpoint was switched off” recovers all missed events', {
    timeout: 60_000,
  }, async () => {
    const endpoint_id = blanks['<endpoint id>'] ?? '';
    expect(await runCli(['webhooks', 'disable', endpoint_id, '--json'], { env })).toMatchObject({ code: 0 });
    const before = await list('id', 'webhook_deliveries');
    const missed = await runCli(['trigger', 'payment.successful', '--json'], { env });
    expect(missed).toMatchObject({ code: 0 });
    expect(await list('id', 'webhook_deliveries')).toEqual(before);
    await type('An endpoint was switched off', 'webhooks doctor', 'webhooks enable', 'webhooks resend');
    // The resent events include some that are older than the endpoint. Those that the shop has already received are
    // sent again, but not handled again.
    const paid = await list('object_id', "events where type = 'payment.successful'");
    const handled = (): string[] => shops.flatMap(paidIn).toSorted();
    await expect.poll(handled, wait).toEqual(paid.toSorted());
    expect(paid.some((id) => missed.stdout.includes(id))).toBe(true);
  });

  test('the section “Handle each event once, in order” delivers once, in whatever order a success and a duplicate arrive', async () => {
    const send = async (
      event: string,
      sequence: number,
      object_id: string,
      { status = 'success', refunded_amount = 0 } = {},
    ) => {
      const id = `evt_${event}_${sequence}_${object_id}`;
      const data = { id: object_id, object: 'payment', status, amount: 5, refunded_amount };
      const body = JSON.stringify({ id, event, sequence, data });
      const headers = { ...(await signWebhook(body, secret)), 'content-type': 'application/json' };
      const response = await fetch(`http://localhost:${port}/webhook`, { method: 'POST', headers, body });
      expect(response.status).toBe(200);
    };
    await send('payment.duplicate', 2, 'pay_out_of_order');
    await send('payment.successful', 1, 'pay_out_of_order');
    await send('payment.successful', 1, 'pay_in_order');
    await send('payment.duplicate', 2, 'pay_in_order');
    await send('payment.reversed', 2, 'pay_reversed', { status: 'reversed' });
    await send('payment.successful', 1, 'pay_reversed');
    await send('payment.duplicate', 2, 'pay_refunded', { refunded_amount: 5 });
    await send('payment.failed', 1, 'pay_end', { status: 'failed' });
    await send('payment.successful', 2, 'pay_end');
    await expect.poll(() => paidIn(receiver).at(-1), wait).toBe('pay_end');
    const sent = ['pay_out_of_order', 'pay_in_order', 'pay_reversed', 'pay_refunded', 'pay_end'];
    expect(paidIn(receiver).filter((id) => sent.includes(id))).toEqual([
      'pay_out_of_order',
      'pay_in_order',
      'pay_end',
    ]);
  });

  test('the section “Catch up” reads all events in order', { timeout: 60_000 }, async () => {
    const books = join(service.data_dir, 'books.json');
    await writeFile(books, '[]');
    const { ended, lines } = await runSnippet(page, 'Catch up', { BOOKS: books }, shopPrelude(service));
    expect(await ended).toBe(0);
    const { rows } = await service.ctx.pool.query('select id from events order by position');
    expect(JSON.parse(await readFile(books, 'utf8'))).toEqual(rows.map(({ id }) => id));
    expect(lines).toEqual([`everything up to ${rows.at(-1).id}`]);
    await rm(books);
  });

  test('this test runs every command of the guide', () => {
    expect(commands.length).toBeGreaterThan(10);
    expect(commands.filter((command) => !typed.has(command))).toEqual([]);
  });
});

/** Returns the declarations that "Catch up" assumes: a client, and books in a file. */
function shopPrelude({ demo, url }: TestService): string {
  return `
    import { readFileSync, writeFileSync } from 'node:fs';
    import { Guichet } from '@guichet/client';
    const guichet = new Guichet({ apiKey: '${demo.test_key}', baseUrl: '${url}/api/v1' });
    const read = () => JSON.parse(readFileSync(process.env.BOOKS, 'utf8'));
    const books = {
      readCursor: async () => read().at(-1) ?? null,
      handle: async () => {},
      saveCursor: async (id) => writeFileSync(process.env.BOOKS, JSON.stringify([...read(), id])),
    };`;
}
