import type { Filled } from '../fill.ts';
import { after, press } from './open.ts';
import type { Visits } from './visit.ts';

/** Visits to a payout in every state, a new payout, and files of payouts. */
export function payoutVisits(filled: Filled): Visits {
  const { payouts } = filled;
  return {
    payouts: [
      {
        name: 'payouts',
        at: 'payouts',
        openings: [after('features/payouts/rules-dialog.tsx', 'Rules')],
      },
    ],
    'payouts/new': [
      {
        name: 'a new payout',
        at: 'payouts/new',
        openings: [
          {
            ...after('features/payouts/payout-confirm.tsx', 'Continue'),
            open: async (page) => {
              await page.getByLabel('Recipient’s operator').selectOption('mtn_ci');
              await page.getByLabel('Recipient’s mobile money number').fill('+2250504030200');
              await page.getByLabel('Amount').fill('150000');
              await press(page, 'Continue');
            },
          },
        ],
      },
    ],
    'payouts/bulk': [{ name: 'many payouts', at: 'payouts/bulk' }],
    'payouts/bulk/$batch_id': [
      {
        name: 'a file of payouts',
        at: `payouts/bulk/${filled.batch_id}`,
        openings: [after('features/payouts/batch-confirm.tsx', 'Discard')],
      },
      { name: 'a file with an error', at: `payouts/bulk/${filled.wrong_batch_id}` },
    ],
    'payouts/$payout_id': [
      {
        name: 'a payout that awaits approval',
        at: `payouts/${payouts.waiting}`,
        openings: [
          after('features/payouts/decision-note.tsx', 'Approve'),
          after('features/payouts/decision-note.tsx', 'Refuse'),
        ],
      },
      ...(['success', 'failed', 'processing', 'mismatch', 'refused'] as const).map((state) => ({
        name: `a payout: ${state}`,
        at: `payouts/${payouts[state]}`,
      })),
    ],
  };
}
