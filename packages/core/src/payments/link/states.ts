import type { PaymentLinkStatus } from '../../platform/database/tables/payment-links.ts';

interface Rule {
  readonly from: PaymentLinkStatus;
  readonly to: PaymentLinkStatus;
}

/** Every transition of a payment link, each on the merchant's request. An ended link stays ended. */
const linkRules: readonly Rule[] = [
  { from: 'active', to: 'paused' },
  { from: 'paused', to: 'active' },
  { from: 'active', to: 'ended' },
  { from: 'paused', to: 'ended' },
];

/** Whether a link may get a status, or already has it. */
export function mayBecome(from: PaymentLinkStatus, to: PaymentLinkStatus): boolean {
  return from === to || linkRules.some((rule) => rule.from === from && rule.to === to);
}
