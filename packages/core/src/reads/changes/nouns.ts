/** What is shown of a kind of row, and so has to be read again when one of them changes. */
const nouns_of: Readonly<Record<string, readonly string[]>> = {
  payment: ['payments', 'customers', 'balances', 'overview', 'events', 'sandbox'],
  refund: ['payments', 'refunds', 'balances', 'overview', 'events', 'sandbox'],
  resolution: ['payments', 'payouts', 'overview'],
  delivery: ['deliveries', 'webhooks', 'events', 'payments', 'payouts', 'overview'],
  endpoint_health: ['webhooks', 'deliveries', 'events', 'overview'],
  // A key that is used says when it last was.
  request: ['requests', 'keys'],
  figures: ['overview'],
  api_key: ['keys', 'overview'],
  routing_rule: ['routing'],
  connector_account: ['accounts', 'routing', 'overview'],
  webhook_endpoint: ['webhooks', 'deliveries', 'events', 'overview'],
  webhook_secret: ['webhooks'],
  merchant: ['settings', 'branding', 'merchant', 'overview'],
  member: ['team', 'overview'],
  invitation: ['team'],
  person: ['team'],
  approval_change: ['approval_changes', 'payouts', 'team', 'overview'],
};

/** Of payouts, their approvals and what was uploaded. */
const payout_nouns = ['payouts', 'balances', 'overview', 'events', 'sandbox'];

/** The nouns that a change of one row touches. Kinds that nobody named here are shown under their own name. */
export function nounsOf(kind: string): readonly string[] {
  if (kind.startsWith('payout')) return payout_nouns;
  return nouns_of[kind] ?? [`${kind}s`];
}
