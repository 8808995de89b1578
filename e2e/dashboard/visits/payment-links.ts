import type { Filled } from '../fill.ts';
import { after } from './open.ts';
import type { Visits } from './visit.ts';

/** Visits to payment links, their form and one of them. */
export function paymentLinkVisits({ payment_link_id }: Filled): Visits {
  return {
    'payment-links': [
      {
        name: 'payment links',
        at: 'payment-links',
        openings: [after('features/payment-links/request-dialog.tsx', 'Request a payment')],
      },
      { name: 'payment links, narrowed to none', at: 'payment-links?status=ended' },
    ],
    'payment-links/new': [
      {
        name: 'a new payment link',
        at: 'payment-links/new',
        act: (page) => page.getByText('More options').click(),
      },
    ],
    'payment-links/$payment_link_id': [
      {
        name: 'a payment link',
        at: `payment-links/${payment_link_id}`,
        openings: [
          after('features/payment-links/link-actions.tsx', 'Pause'),
          after('features/payment-links/link-actions.tsx', 'End'),
        ],
      },
    ],
    'payment-links/$payment_link_id/edit': [
      { name: 'a payment link being edited', at: `payment-links/${payment_link_id}/edit` },
    ],
  };
}
