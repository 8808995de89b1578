import { type Problem, problem } from './problem.ts';

/**
 * Checks a URL for customers, webhooks or requests: it must be absolute, http or https, without credentials
 * (design section 7), and mean the same to every parser.
 *
 * @param options.https_only for live mode, where unencrypted requests are not allowed
 * @returns undefined when the URL may be stored as given
 */
export function urlProblem(text: string, options: { https_only: boolean }): Problem | undefined {
  // URL parsers drop these silently, so the stored URL would not be the one visited.
  if (/[\s\p{Cc}]/u.test(text))
    return problem('url_with_spaces', 'must not contain spaces or control characters');
  // Browsers read a backslash as a slash (WHATWG URL), other parsers as part of a name (RFC 3986):
  // `https://a.example\\@b` has two meanings.
  if (text.includes('\\')) return problem('url_with_backslash', 'must not contain a backslash');
  const url = URL.parse(text);
  if (!url || !/^https?:\/\//i.test(text))
    return problem('not_a_url', 'must be an absolute http or https address');
  // Parsers drop an empty user name. Whoever wrote one probably wanted it to be overlooked.
  if (url.username !== '' || url.password !== '' || /^https?:\/\/[^/?#]*@/i.test(text))
    return problem('url_with_password', 'must not contain a user name or password');
  if (url.protocol !== 'https:' && options.https_only)
    return problem('not_https', 'must be an https address in live mode');
  return undefined;
}
