/** Relative to the page's load: after that an unused response is outdated. */
const early_ms_max = 10_000;

/** By the section of the address, what it reads as it opens, below the merchant and mode. */
const section_reads: Readonly<Record<string, readonly string[]>> = {
  overview: ['overview?days=30', 'overview/needs', 'overview/steps'],
  payments: ['payments'],
  customers: ['customers', 'payment-choices'],
  balances: ['balances'],
  payouts: ['payouts', 'payout-options'],
  team: ['team'],
  audit: ['audit'],
};

const answers = new Map<string, Promise<Response | undefined>>();

/**
 * Starts the first requests of the page at this URL, with the same URLs, while its scripts are still
 * loading.
 */
export function askEarly(): void {
  const [, merchant_id, mode, section = ''] =
    /^\/dashboard\/([^/]+)\/(test|live)(?:\/([^/]+)\/?)?/.exec(location.pathname) ?? [];
  if (merchant_id === undefined) return;
  ask('/dashboard/api/me');
  // With filters it is something else that is read.
  const is_plain = location.search === '' && location.pathname.split('/').length === 5;
  for (const read of is_plain ? (section_reads[section] ?? []) : []) {
    ask(`/dashboard/api/${merchant_id}/${mode}/${read}`);
  }
}

function ask(path: string): void {
  // A failed request is repeated when it is needed, and reported then.
  const answer = fetch(path, { headers: { 'x-guichet-dashboard': '1' } }).then(
    (response) => (response.ok ? response : undefined),
    () => undefined,
  );
  answers.set(new URL(path, location.href).href, answer);
}

/** The response to an early request, once; undefined if there is none. */
export async function takeEarly({ method, url }: Request): Promise<Response | undefined> {
  if (method !== 'GET') return undefined;
  const answer = answers.get(url);
  answers.delete(url);
  return performance.now() < early_ms_max ? answer : undefined;
}
