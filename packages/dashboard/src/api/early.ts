/** An early response that is still unused this long after the page load counts as outdated. */
const early_ms_max = 10_000;

/** The paths below merchant and mode that each section requests as it opens. */
const section_reads: Readonly<Record<string, readonly string[]>> = {
  overview: ['overview?days=30', 'overview/needs', 'overview/steps'],
  payments: ['payments'],
  'payment-links': ['payment-links'],
  counter: ['tills', 'cashiers', 'shifts'],
  customers: ['customers', 'payment-choices'],
  balances: ['balances'],
  payouts: ['payouts', 'payout-options'],
  team: ['team'],
  audit: ['audit'],
  trial: ['trial-options'],
  'go-live': ['go-live'],
};

const answers = new Map<string, Promise<Response | undefined>>();

/**
 * Sends the first API requests of the page at this URL while its scripts are still loading, with the same URLs that
 * the page will use.
 */
export function askEarly(): void {
  const [, merchant_id, mode, section = ''] =
    /^\/dashboard\/([^/]+)\/(test|live)(?:\/([^/]+)\/?)?/.exec(location.pathname) ?? [];
  if (merchant_id === undefined) return;
  ask('/dashboard/api/me');
  // With filters, the page sends different requests.
  const is_plain = location.search === '' && location.pathname.split('/').length === 5;
  for (const read of is_plain ? (section_reads[section] ?? []) : []) {
    ask(`/dashboard/api/${merchant_id}/${mode}/${read}`);
  }
}

function ask(path: string): void {
  // A failed request is sent again when the page needs it, and its error is reported then.
  const answer = fetch(path, { headers: { 'x-guichet-dashboard': '1' } }).then(
    (response) => (response.ok ? response : undefined),
    () => undefined,
  );
  answers.set(new URL(path, location.href).href, answer);
}

/** Returns the response to an early request, at most once; undefined if there is none. */
export async function takeEarly({ method, url }: Request): Promise<Response | undefined> {
  if (method !== 'GET') return undefined;
  const answer = answers.get(url);
  answers.delete(url);
  return performance.now() < early_ms_max ? answer : undefined;
}
