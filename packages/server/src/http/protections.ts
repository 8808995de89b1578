/** A year, as browsers' preload lists require (RFC 6797 section 6.1.1). */
const hsts_max_age_s = 365 * 24 * 60 * 60;

type Headers = Readonly<Record<string, string>>;

/**
 * The headers of every response: its type is not guessed, it cannot be framed, and if a browser displays it, it
 * runs and loads nothing. Pages replace this policy with their own.
 *
 * @param is_production adds the header that instructs browsers to use https only
 * @param hsts_subdomains includes subdomains, which requires that they do not belong to others
 */
export function everyAnswer({
  is_production,
  hsts_subdomains,
}: {
  readonly is_production: boolean;
  readonly hsts_subdomains: boolean;
}): Headers {
  const hsts = `max-age=${hsts_max_age_s}${hsts_subdomains ? '; includeSubDomains' : ''}`;
  return {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    ...(is_production && { 'strict-transport-security': hsts }),
  };
}

/**
 * Headers of every page in addition to its own policy: no window that opened the page, or that the page opens, can
 * access it (HTML standard, cross-origin opener policy), and it uses no device features.
 */
export const every_page: Headers = {
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'x-content-type-options': 'nosniff',
};
