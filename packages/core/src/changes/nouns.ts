/** What is shown of a kind of row, and so has to be read again when one of them changes. */
const nouns_of: Readonly<Record<string, readonly string[]>> = {
  payment: ['payments', 'customers', 'balances', 'overview', 'events', 'sandbox'],
  refund: ['payments', 'refunds', 'balances', 'overview', 'events'],
  resolution: ['payments', 'overview'],
  delivery: ['deliveries', 'webhooks', 'payments', 'overview'],
  api_key: ['keys', 'overview'],
  routing_rule: ['routing'],
  connector_account: ['accounts', 'routing'],
  webhook_endpoint: ['webhooks', 'deliveries', 'events', 'overview'],
  webhook_secret: ['webhooks'],
  merchant: ['settings', 'branding', 'merchant'],
  member: ['team'],
  invitation: ['team'],
  person: ['team'],
};

/** Of payouts, their approvals and what was uploaded. */
const payout_nouns = ['payouts', 'balances', 'overview', 'events'];

/** The nouns that a change of one row touches. Kinds that nobody named here are shown under their own name. */
export function nounsOf(kind: string): readonly string[] {
  if (kind.startsWith('payout')) return payout_nouns;
  return nouns_of[kind] ?? [`${kind}s`];
}
