/** For each kind of row, the nouns whose data includes it and must be read again when such a row changes. */
const nouns_of: Readonly<Record<string, readonly string[]>> = {
  payment: ['payments', 'payment_links', 'shifts', 'customers', 'balances', 'overview', 'events', 'sandbox'],
  refund: ['payments', 'refunds', 'shifts', 'balances', 'overview', 'events', 'sandbox'],
  resolution: ['payments', 'payouts', 'overview'],
  held_decision: ['payments', 'overview'],
  delivery: ['deliveries', 'webhooks', 'events', 'payments', 'payouts', 'overview'],
  endpoint_health: ['webhooks', 'deliveries', 'events', 'overview'],
  // The last use of a key is shown with the key.
  request: ['requests', 'keys'],
  ledger_movement: ['movements', 'balances', 'overview'],
  figures: ['overview'],
  api_key: ['keys', 'overview'],
  routing_rule: ['routing'],
  connector_account: ['accounts', 'routing', 'overview'],
  webhook_endpoint: ['webhooks', 'deliveries', 'events', 'overview'],
  webhook_secret: ['webhooks'],
  merchant: ['settings', 'branding', 'merchant', 'overview'],
  merchant_logo: ['settings', 'branding', 'overview'],
  member: ['team', 'overview'],
  invitation: ['team'],
  cashier: ['cashiers', 'tills', 'shifts'],
  shift: ['shifts', 'tills'],
  person: ['team'],
  approval_change: ['approval_changes', 'payouts', 'team', 'overview'],
};

/** The nouns of payouts, their approvals and uploaded files. */
const payout_nouns = ['payouts', 'balances', 'overview', 'events', 'sandbox'];

/**
 * Returns the nouns that a change of a row affects. A kind that is not listed here affects the noun of the same
 * name.
 */
export function nounsOf(kind: string): readonly string[] {
  if (kind.startsWith('payout')) return payout_nouns;
  return nouns_of[kind] ?? [`${kind}s`];
}
