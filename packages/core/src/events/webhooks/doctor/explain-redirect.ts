import { limits } from '@guichet/kernel/limits';
import type { Answer } from './exchange.ts';
import type { Explanation } from './finding.ts';
import { showText } from './show-text.ts';

/**
 * Explains where a redirect leads and which URL to use instead. Webhooks do not follow redirects (design
 * section 10), because a signed body would go wherever the response points.
 */
export function explainRedirect(
  { status, headers }: Pick<Answer, 'status' | 'headers'>,
  url: URL,
  endpoint_id: string,
): Explanation {
  const { location } = headers;
  const target = location === undefined ? null : URL.parse(location, url.href);
  const answered = `responded with ${status}`;
  if (!target || !/^https?:$/.test(target.protocol) || target.href.length > limits.url_length_max) {
    return {
      problem: 'redirect',
      detail: `${answered}, a redirect without a usable address${location ? `: ${showText(location)}` : ''}`,
      fix: 'let this path respond itself; redirects are never followed',
    };
  }
  const shown = showText(target.href);
  if (/log-?in|sign-?in|sso|oauth|\/auth\b|\/users\/sign_in|wp-login/i.test(target.href)) {
    return {
      problem: 'redirect_to_login',
      detail: `${answered} and redirects to a login: ${shown}`,
      fix: 'exempt this path from the login; the signature authenticates the sender',
    };
  }
  return {
    problem: 'redirect',
    detail: `${answered} and redirects to ${shown} (${differenceOf(url, target)}); redirects are never followed`,
    fix: isSamePlace(url, target)
      ? 'it redirects to itself: look for a rule of the web server or a CDN that forces https behind a proxy that speaks http'
      : `use the address that it redirects to: guichet webhooks update ${endpoint_id} --url '${target.href.replaceAll("'", '%27')}'`,
  };
}

function differenceOf(from: URL, to: URL): string {
  const differences = [
    from.protocol === 'http:' && to.protocol === 'https:' && 'from http to https',
    from.protocol === 'https:' && to.protocol === 'http:' && 'from https to http, which is not secure',
    to.hostname === `www.${from.hostname}` && 'to the name with www',
    from.hostname === `www.${to.hostname}` && 'to the name without www',
    to.pathname === `${from.pathname}/` && 'a slash at the end',
    from.pathname === `${to.pathname}/` && 'no slash at the end',
  ].filter((difference) => difference !== false);
  if (differences.length > 0) return differences.join(', ');
  return from.hostname === to.hostname
    ? 'a different path on the same server'
    : 'a different server: is it yours?';
}

function isSamePlace(from: URL, to: URL): boolean {
  return from.href === to.href;
}
