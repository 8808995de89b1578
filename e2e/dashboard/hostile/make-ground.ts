import { randomUUID } from 'node:crypto';
import { type DashboardAnswer, makeStaff, type Visit } from '@guichet/server/dashboard/testing/visit';
import { makeCheckout } from '@guichet/server/testing/api';
import { payOnPage } from '@guichet/server/testing/visitor';
import { expect } from 'vitest';
import type { TestService } from '../../../test-support/service.ts';
import { type Ground, sowings } from './sow.ts';

/** Pays a new session of the demo merchant. @returns the payment's id */
async function pay(service: TestService, owner: Visit): Promise<string> {
  const { token, payment_id } = await makeCheckout(service);
  await payOnPage(service, token, { operator: 'mtn_ci', phone: '+2250504030200' });
  const status = async () => (await owner.ask('GET', `/payments/${payment_id}`)).body.data.payment.status;
  await expect.poll(status, { timeout: 20_000 }).toBe('success');
  return payment_id;
}

/** @param owner of the demo merchant; `finance` is a different member who may pay out */
export function makeGround(service: TestService, owner: Visit, finance: Visit): Ground {
  const { pool } = service.database;
  let paid: Promise<string> | undefined;
  const links = new Map<string, Promise<string>>();
  /** Removes the rules directly, because removing a rule in the dashboard needs a second person. */
  const liftRule = () => pool.query('delete from payout_rules');
  const ground: Ground = {
    checkout: () => makeCheckout(service),
    paid: () => {
      paid ??= pay(service, owner);
      return paid;
    },
    needPerson: async (payment_id) => {
      const { rows } = await pool.query(
        'update attempts set needs_review = true where payment_id = $1 returning id',
        [payment_id],
      );
      return rows[0].id;
    },
    waitingPayout: async () => {
      const { body } = (await sowings.orderPayout?.(ground)) ?? { body: {} };
      await owner.ask('PUT', '/payout-rules/XOF', { approval_above: 0, low_balance: null });
      const made = await finance.ask('POST', '/payouts', body);
      await liftRule();
      return idOf(made);
    },
    stuckPayout: async () => {
      const { body } = (await sowings.orderPayout?.(ground)) ?? { body: {} };
      const id = idOf(await owner.ask('POST', '/payouts', body));
      await pool.query(`update payouts set needs_review = true where id = $1`, [id]);
      return id;
    },
    checkedBatch: async () => (await uploadBatch(service, finance, 'payouts.csv', batch())).data.batch.id,
    waitingBatch: async () => {
      const id = await ground.checkedBatch();
      await owner.ask('PUT', '/payout-rules/XOF', { approval_above: 0, low_balance: null });
      const confirmed = await finance.ask('POST', `/payout-batches/${id}/confirmation`, {});
      await liftRule();
      expect(confirmed.status).toBe(200);
      return id;
    },
    movement: () => recordMovement(ground, owner),
    paymentLink: (operation) => {
      const known = links.get(operation) ?? makeLink(ground, owner);
      links.set(operation, known);
      return known;
    },
    invitation: async () => {
      const made = await owner.ask('POST', '/team/invitations', {
        email: `guest-${randomUUID()}@shop.example`,
        role: 'viewer',
      });
      return tokenOf(made);
    },
    passwordLink: async () => {
      const { id } = await makeStaff(service, 'viewer');
      return tokenOf(await owner.ask('POST', `/team/members/${id}/password-link`));
    },
    account: async () => {
      const { body } = (await sowings.addAccount?.(ground)) ?? { body: {} };
      return idOf(await owner.ask('POST', '/accounts', body));
    },
    endpoint: async () => {
      const { body } = (await sowings.addWebhook?.(ground)) ?? { body: {} };
      const { id, endpoint } = (await owner.ask('POST', '/webhooks', body)).body.data;
      return id ?? endpoint.id;
    },
  };
  return ground;
}

async function makeLink(ground: Ground, owner: Visit): Promise<string> {
  const { body } = (await sowings.makePaymentLink?.(ground)) ?? { body: {} };
  return (await owner.ask('POST', '/payment-links', body)).body.data.payment_link.id;
}

async function recordMovement(ground: Ground, owner: Visit): Promise<string> {
  const { body } = (await sowings.recordMovement?.(ground)) ?? { body: {} };
  return idOf(await owner.ask('POST', '/ledger/movements', body));
}

/** The columns of a payout file, each with a valid value. */
const batch_columns = {
  ...{ amount: '100', currency: 'XOF', phone: '+2250504030200', operator: 'mtn_ci' },
  ...{ first_name: 'Awa', last_name: 'Koné', description: 'Salary', reference: 'A-1' },
} as const;
export const batch_fields = Object.keys(batch_columns) as (keyof typeof batch_columns)[];
let batches = 0;

/** Makes a new payout file, with a text as the value of a field or as the title of an additional column. */
export function batch(
  put: { readonly field?: keyof typeof batch_columns; readonly title?: string; readonly text?: string } = {},
): string {
  const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  const values = {
    ...batch_columns,
    amount: String(100 + ++batches),
    ...(put.field && { [put.field]: put.text }),
  };
  const titles = [...batch_fields, ...(put.title === undefined ? [] : [put.title])];
  return `${titles.map(cell).join(',')}\n${Object.values(values)
    .map((text) => cell(text ?? ''))
    .join(',')}\n`;
}

/** Uploads a file of payouts in test mode. */
export async function uploadBatch(
  { url, demo }: TestService,
  { cookies }: Visit,
  file_name: string,
  content: string,
) {
  const path = `/dashboard/api/${demo.merchant_id}/test/payout-batches?${new URLSearchParams({ file_name })}`;
  const response = await fetch(url + path, {
    method: 'POST',
    headers: {
      ...{ origin: url, 'x-guichet-dashboard': '1', 'content-type': 'text/csv' },
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    },
    body: content,
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests inspect any response.
  const { data }: any = await response.json();
  return { status: response.status, data };
}

function idOf({ body }: DashboardAnswer): string {
  expect(body).toMatchObject({ data: { id: expect.any(String) } });
  return body.data.id;
}

function tokenOf({ body }: DashboardAnswer): string {
  return new URL(body.data.link).hash.slice(1);
}
