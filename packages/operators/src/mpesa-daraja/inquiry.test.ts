import { describe, expect, test } from 'vitest';
import { money, open, payout, usual } from './testing/open-account.ts';

describe('an inquiry about a payout', () => {
  test('that is not recorded as sent is inquired about at once', async () => {
    const opened = await open();
    const { connector, world, timeline, notices, ask } = opened;
    world.faults.next.push({ kind: 'no_callback' });
    await connector.payout?.(payout, usual);
    timeline.advance(1_000);
    expect(await ask('payout', payout.reference, null)).toMatchObject({ is_unasked: true });
    expect(notices).toEqual([]);
    const unsent = { is_unsent: true };
    expect(await ask('payout', payout.reference, null, unsent)).not.toHaveProperty('is_unasked');
    expect(notices).toMatchObject([{ reference: payout.reference, outcome: { kind: 'settled', money } }]);
    // A payout that M-PESA does not have stays unsent.
    notices.length = 0;
    const other = '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed';
    expect((await ask('payout', other, null, unsent)).outcome).toEqual({
      kind: 'unknown',
      cause: 'not_found',
    });
    expect(notices).toMatchObject([{ reference: other, outcome: { kind: 'unknown' } }]);
  });

  test.each([
    ['server_error', 'a proxy answers the inquiry', {}],
    ['unreadable', 'the keys are wrong', { consumer_secret: 'wrong' }],
  ])('is unknown because of %s if %s', async (cause, _, more) => {
    const { world, ask } = await open(more);
    world.faults.next.push({ kind: 'server_error', place: '/transactionstatus/' });
    const { outcome } = await ask('payout', payout.reference, 'AG_1', { is_unsent: true });
    expect(outcome).toEqual({ kind: 'unknown', cause });
  });

  test('is not inquired about without an initiator', async () => {
    const without = { initiator_name: undefined, initiator_password: undefined, certificate: undefined };
    const { ask } = await open(without);
    const unsent = await ask('payout', payout.reference, null, { is_unsent: true });
    expect(unsent).toMatchObject({ outcome: { kind: 'unknown' }, is_unasked: true });
  });
});
