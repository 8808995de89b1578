import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandOf } from '../../../../test-support/actors.ts';
import { phoneEnding } from '../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../test-support/context.ts';
import { advance } from '../../../../test-support/jobs.ts';
import { type Receiver, startReceiver } from '../../../../test-support/receiver.ts';
import type { Caller } from '../accounts/api-keys/authenticate.ts';
import { createEndpoint } from '../events/webhooks/endpoints/create.ts';
import type { presentEntry } from '../ledger/present-entry.ts';
import { keepExchanges } from '../operator-calls/keep.ts';
import { showTransfer } from './show.ts';
import { entriesOf, exerciseTransfer } from './testing/exercise-transfer.ts';

/** Formats an entry like `payout_paid_late merchant_balance 5000`, with credits below zero. */
const lineOf = ({ kind, account, direction, amount }: ReturnType<typeof presentEntry>) =>
  `${kind} ${account} ${direction === 'debit' ? amount : -amount}`;

exerciseTransfer('showing', (subject) => {
  const { kind, amount } = subject;
  const { noun } = kind;
  let ctx: TestContext;
  let caller: Caller;
  let receiver: Receiver;
  beforeAll(async () => {
    ctx = await makeTestContext();
    caller = await subject.makeMerchant(ctx, 10_000_000);
    receiver = await startReceiver((response) => response.writeHead(200).end('ok'));
    await createEndpoint(ctx, commandOf(caller.merchant_id, 'test'), { url: receiver.url });
  });
  afterAll(async () => {
    await receiver.close();
    await ctx.database.close();
  });

  describe('the details of a transfer', () => {
    it('include the transfer, how it was sent, its changes, ledger entries, events and deliveries', async () => {
      const { id } = await subject.make(ctx, caller, '18');
      await advance(ctx, 60_000);
      const { transfer, shown } = await showTransfer(ctx, kind, id);
      expect(transfer).toMatchObject({ id, status: 'success', amount_minor: BigInt(amount) });
      expect(shown.sending).toMatchObject({
        connector: 'sandbox',
        provider_reference: `sbx_${shown.sending.reference.slice(0, 8)}`,
        needs_review: kind.noun === 'payout',
        sent_at: expect.stringMatching(/\+00:00$/),
      });
      expect(shown.transitions.map(({ event, to_status, via }) => [event, to_status, via])).toEqual([
        ['sending', 'processing', 'sender'],
        ['refused', 'failed', 'callback'],
        ['settled', 'success', 'callback'],
      ]);
      const { reserved, returned, paid_late } = entriesOf(subject);
      expect(shown.ledger_entries.map(lineOf)).toEqual([...reserved, ...returned, ...paid_late]);
      expect(shown.events).toMatchObject([
        { event: `${noun}.failed`, sequence: 1 },
        { event: `${noun}.successful`, sequence: 2 },
      ]);
      expect(shown.deliveries).toMatchObject([
        { status: 'delivered', attempts: [{ number: 1, status_code: 200 }] },
        { status: 'delivered', attempts: [{ number: 1, status_code: 200 }] },
      ]);
    });

    it('include the exchange with the operator', async () => {
      const transfer = await subject.make(ctx, caller, '00');
      const call = { method: 'POST', url: 'http://localhost/transfers', status: 202, duration_ms: 3 };
      const exchange = { ...call, request: '{}', response: 'taken', problem: null };
      await keepExchanges(ctx, { ...transfer, verb: noun, sensitive: [] }, [exchange]);
      const { operator_calls } = (await showTransfer(ctx, kind, transfer.id)).shown;
      expect(operator_calls).toMatchObject([{ verb: noun, exchanges: [exchange] }]);
    });

    it('include no changes, events or deliveries before the transfer is sent', async () => {
      const { id } = await subject.make(ctx, caller, '00');
      expect((await showTransfer(ctx, kind, id)).shown).toMatchObject({
        transitions: [],
        events: [],
        deliveries: [],
      });
    });

    it('mask the phone number in internal data, and are valid JSON', async () => {
      const { id } = await subject.make(ctx, caller, '17');
      await advance(ctx, 0);
      const { sending, transitions } = (await showTransfer(ctx, kind, id)).shown;
      expect(sending.phone).toBe('+22505******17');
      expect(JSON.stringify([sending, transitions])).not.toContain(phoneEnding('17').slice(-8));
      expect(sending.mismatch).toEqual({ amount_minor: String(amount - 1), currency: 'XOF' });
    });

    it('are not found for an unknown transfer', async () => {
      await expect(showTransfer(ctx, kind, 'none')).rejects.toMatchObject({ code: `${noun}_not_found` });
    });
  });
});
