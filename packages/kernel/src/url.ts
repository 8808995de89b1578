import { type Problem, problem } from './problem.ts';

/**
 * Says what is wrong with an address that somebody gives us to send customers, webhooks or requests to: it has to be
 * absolute, http or https, without credentials (design section 7), and the same address to whoever reads it.
 *
 * @param options.https_only live mode: nothing that is worth money goes in clear
 * @returns undefined when the address may be kept as it was given
 */
export function urlProblem(text: string, options: { https_only: boolean }): Problem | undefined {
  // URL parsers drop these silently, so what we keep would not be where we send somebody.
  if (/[\s\p{Cc}]/u.test(text))
    return problem('url_with_spaces', 'must not contain spaces or control characters');
  // A slash to browsers (WHATWG URL), part of a name to others (RFC 3986): `https://a.example\\@b` is two places.
  if (text.includes('\\')) return problem('url_with_backslash', 'must not contain a backslash');
  const url = URL.parse(text);
  if (!url || !/^https?:\/\//i.test(text))
    return problem('not_a_url', 'must be an absolute http or https address');
  // An empty user name is dropped by parsers, and is a sign of one that was meant to be overlooked.
  if (url.username !== '' || url.password !== '' || /^https?:\/\/[^/?#]*@/i.test(text))
    return problem('url_with_password', 'must not contain a user name or password');
  if (url.protocol !== 'https:' && options.https_only)
    return problem('not_https', 'must be an https address in live mode');
  return undefined;
}
