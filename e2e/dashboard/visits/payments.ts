import type { Filled } from '../fill.ts';
import { after, press } from './open.ts';
import type { Visits } from './visit.ts';

/** Visits to a payment in every state, and to the list of all payments. */
export function paymentVisits({ payments }: Filled): Visits {
  return {
    payments: [
      { name: 'payments', at: 'payments' },
      { name: 'payments, narrowed to none', at: 'payments?status=failed&country=KE&currency=KES' },
    ],
    'payments/$payment_id': [
      {
        name: 'a paid payment',
        at: `payments/${payments.paid}`,
        openings: [
          after('features/payments/refund-dialog.tsx', 'Refund'),
          after('features/payments/resolve-dialog.tsx', 'Record a reversal'),
          after('features/payments/collect-receipt.tsx', 'Mark as handed over'),
          {
            ...after('features/payments/refund-dialog.tsx', 'Refund'),
            name: 'Refund, Go on',
            open: async (page) => {
              await press(page, 'Refund');
              await page.getByLabel('Reason').fill('Article épuisé');
              await press(page, 'Continue');
            },
          },
        ],
      },
      {
        name: 'a payment that was paid twice',
        at: `payments/${payments.duplicate}`,
        openings: [after('features/payments/refund-dialog.tsx', 'Refund the second payment')],
      },
      {
        name: 'a payment that needs review',
        at: `payments/${payments.mismatch}`,
        openings: [after('features/payments/resolve-dialog.tsx', 'Resolve')],
      },
      ...(['pending', 'failed', 'processing', 'expired', 'refunded', 'refund_failed'] as const).map(
        (state) => ({
          name: `a payment: ${state}`,
          at: `payments/${payments[state]}`,
        }),
      ),
    ],
  };
}
