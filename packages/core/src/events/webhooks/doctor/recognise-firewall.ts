import type { Answer } from './exchange.ts';

interface Firewall {
  readonly name: string;
  /** The setting that lets webhooks pass. */
  readonly remedy: string;
  /** Headers that only this firewall sends, in lower case, with a pattern of their value. */
  readonly headers?: Readonly<Record<string, RegExp>>;
  /** Text of its page. */
  readonly body?: RegExp;
}

const firewalls: readonly Firewall[] = [
  {
    name: 'Cloudflare',
    remedy: 'Security > WAF > Custom rules: skip for this path (bot fight mode and “under attack” too)',
    headers: { 'cf-ray': /./, 'cf-mitigated': /./, server: /^cloudflare/i },
  },
  {
    name: 'Sucuri',
    remedy: 'Access control: allow this path',
    headers: { 'x-sucuri-id': /./, 'x-sucuri-block': /./, server: /sucuri/i },
  },
  {
    name: 'Imperva',
    remedy: 'WAF settings: an exception for this path',
    headers: { 'x-iinfo': /./, 'x-cdn': /imperva|incapsula/i },
    body: /incapsula incident/i,
  },
  {
    name: 'Akamai',
    remedy: 'the security configuration: a bypass for this path',
    headers: { server: /akamaighost/i },
  },
  {
    name: 'AWS WAF or CloudFront',
    remedy: 'the web ACL: an allow rule for this path; the distribution: all HTTP methods',
    headers: { 'x-amzn-waf-action': /./, 'x-amz-cf-id': /./, server: /^cloudfront/i },
  },
  {
    name: 'Vercel',
    remedy:
      'Firewall: a bypass rule; Deployment Protection: off for this deployment, or the production domain in the URL',
    headers: { 'x-vercel-mitigated': /./, 'x-vercel-challenge-token': /./, 'x-vercel-id': /./ },
  },
  { name: 'DataDome', remedy: 'allow this path', headers: { 'x-datadome': /./, server: /datadome/i } },
  { name: 'DDoS-Guard', remedy: 'allow this path', headers: { server: /ddos-guard/i } },
  {
    name: 'Azure Front Door',
    remedy: 'the WAF policy: an exclusion for this path',
    headers: { 'x-azure-ref': /./ },
  },
  {
    name: 'Imunify360',
    remedy: 'the host’s panel: allow this path',
    headers: { server: /imunify360/i },
    body: /imunify360/i,
  },
  { name: 'Wordfence', remedy: 'Wordfence > Firewall: allow this path', body: /wordfence/i },
  {
    name: 'ModSecurity',
    remedy: 'the host’s panel or support: an exception for this path',
    body: /mod_security|not acceptable!/i,
  },
  {
    name: 'F5 BIG-IP',
    remedy: 'its administrator: an exception for this path',
    body: /the requested url was rejected\. please consult/i,
  },
];

const challenge_header = /^(challenge|captcha)$/i;
const challenge_words =
  /just a moment\.\.\.|checking your browser|enable javascript and cookies|_cf_chl_opt|captcha-delivery|sgcaptcha|challenge-platform|awswafcookie/i;

/** Recognizes a firewall between us and the receiver by its response; undefined for an unknown one. */
export function recogniseFirewall({ headers, body }: Pick<Answer, 'headers' | 'body'>): Firewall | undefined {
  return firewalls.find(
    (firewall) =>
      Object.entries(firewall.headers ?? {}).some(([name, pattern]) => pattern.test(headers[name] ?? '')) ||
      firewall.body?.test(body),
  );
}

/** Whether a response is a challenge page that expects a browser or a person. */
export function isChallenge({ headers, body }: Pick<Answer, 'headers' | 'body'>): boolean {
  const marks = [headers['cf-mitigated'], headers['x-vercel-mitigated'], headers['x-amzn-waf-action']];
  return marks.some((mark) => challenge_header.test(mark ?? '')) || challenge_words.test(body);
}
