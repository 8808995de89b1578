import type { Answer } from './exchange.ts';
import { explainRedirect } from './explain-redirect.ts';
import type { Explanation } from './finding.ts';
import { isChallenge, recogniseFirewall } from './recognise-firewall.ts';
import { showText } from './show-text.ts';

interface Cause {
  readonly problem: string;
  /** The most likely cause. */
  readonly cause: string;
  readonly fix: string;
}

const by_status: Readonly<Record<number, Cause>> = {
  400: {
    problem: 'refused',
    cause: 'the handler rejected the request, often because the signature did not match',
    fix: 'read the handler’s log; verify the raw body as received, before any parsing, with this endpoint’s secret',
  },
  401: {
    problem: 'refused',
    cause: 'the signature was not accepted, or the path requires a login',
    fix: 'check that the handler has the secret of this endpoint and mode, and exempt the path from the login',
  },
  403: {
    problem: 'forbidden',
    cause: 'a rule of the web server, CSRF protection, or the handler rejects it',
    fix: 'exempt this path from CSRF protection and from address and country rules; the signature authenticates the sender',
  },
  404: {
    problem: 'not_found',
    cause: 'nothing is served at this path',
    fix: 'compare the path with the handler’s route, to the letter and the trailing slash; has the handler been deployed?',
  },
  405: {
    problem: 'method_not_allowed',
    cause: 'the path exists, but not for POST',
    fix: 'register the handler for POST',
  },
  406: {
    problem: 'not_acceptable',
    cause: 'a filter of the hosting provider (usually ModSecurity) or content negotiation rejects it',
    fix: 'ask the hosting provider for an exception for this path, or let the handler ignore Accept',
  },
  408: {
    problem: 'body_not_received',
    cause: 'the server timed out waiting for a body that had been sent',
    fix: 'check the proxy in front of the handler: it does not forward the body',
  },
  410: {
    problem: 'gone',
    cause: '410 means that it wants no more events: this response to a webhook switches the endpoint off',
    fix: 'respond with 200, or delete the endpoint',
  },
  411: {
    problem: 'refused',
    cause: 'the server requires Content-Length, which was sent',
    fix: 'check the proxy in front of the handler',
  },
  413: {
    problem: 'body_too_large_for_it',
    cause: 'the server accepts only smaller bodies',
    fix: 'allow at least 64 KB for this path (nginx client_max_body_size, express.raw limit)',
  },
  415: {
    problem: 'media_type_refused',
    cause: 'the handler does not accept application/json',
    fix: 'let this path accept application/json',
  },
  419: {
    problem: 'csrf',
    cause: 'the CSRF protection of Laravel',
    fix: 'add the path to validateCsrfTokens(except: [...]), or put the route into routes/api.php',
  },
  422: {
    problem: 'refused',
    cause: 'the handler rejected some fields',
    fix: 'accept events of types that you do not know, and respond to them with 200',
  },
  429: {
    problem: 'rate_limited',
    cause: 'a rate limit of the server or its host',
    fix: 'exempt webhooks from the rate limit',
  },
  501: {
    problem: 'method_not_allowed',
    cause: 'the server does not support POST',
    fix: 'register the handler for POST',
  },
  502: {
    problem: 'bad_gateway',
    cause: 'the proxy got no response from the application behind it',
    fix: 'start the application, or correct its address in the proxy',
  },
  503: {
    problem: 'unavailable',
    cause: 'the application is down, starting or in maintenance',
    fix: 'start it, and exempt webhooks from the maintenance page',
  },
  504: {
    problem: 'gateway_timeout',
    cause: 'the application behind the proxy took too long',
    fix: 'respond first, then work: put the event into a queue and respond with 200 at once',
  },
  521: {
    problem: 'bad_gateway',
    cause: 'the origin server refuses connections from Cloudflare',
    fix: 'start the web server and allow Cloudflare’s addresses',
  },
  522: {
    problem: 'gateway_timeout',
    cause: 'Cloudflare cannot reach the origin server',
    fix: 'allow Cloudflare’s addresses in the server’s firewall',
  },
  525: {
    problem: 'bad_gateway',
    cause: 'the origin server does not offer TLS to Cloudflare',
    fix: 'install a certificate on the server, or choose the SSL mode that matches it',
  },
  526: {
    problem: 'bad_gateway',
    cause: 'Cloudflare does not trust the certificate of the origin server',
    fix: 'install a valid certificate, or a Cloudflare origin certificate',
  },
};

/** Patterns of responses that state their own cause, with that cause. */
const by_words: readonly (readonly [RegExp, Cause])[] = [
  [
    /plain HTTP request was sent to HTTPS port|speaking plain HTTP to an SSL-enabled/i,
    { problem: 'https_wanted', cause: 'the port speaks HTTPS', fix: 'use https:// in the URL' },
  ],
  [
    /no required SSL certificate was sent/i,
    {
      problem: 'client_certificate_wanted',
      cause: 'the server requires a client certificate (mutual TLS), and webhooks have none',
      fix: 'turn client certificates off for this path; the signature authenticates the sender',
    },
  ],
  [
    /csrf (verification|protection|token (missing|mismatch|invalid|not found))|invalid csrf|InvalidAuthenticityToken/i,
    {
      problem: 'csrf',
      cause: 'CSRF protection, which is meant for forms in browsers',
      fix: 'exempt this path (Django @csrf_exempt, Rails skip_forgery_protection, Laravel except); the signature protects it',
    },
  ],
  [
    /rest_no_route|rest_cookie_invalid_nonce|rest_forbidden/,
    {
      problem: 'not_found',
      cause: 'the WordPress REST API has no public route here',
      fix: 'activate the plugin; register the route with permission_callback __return_true; save the permalinks again',
    },
  ],
  [
    /ERR_NGROK_\d+|tunnel not found|DEPLOYMENT_NOT_FOUND|no such app/i,
    {
      problem: 'not_deployed',
      cause: 'the tunnel or deployment behind this address is gone',
      fix: 'start it again and put its address into the URL; guichet listen needs no tunnel',
    },
  ],
];

/** Explains the most likely cause of a response that is not a 2xx, and the remedy. */
export function explainAnswer(answer: Answer, url: URL, endpoint_id: string): Explanation {
  const { status, headers, body } = answer;
  const met = describeAnswer(answer);
  if (isChallenge(answer)) return explainChallenge(answer);
  if (status >= 300 && status < 400) return explainRedirect(answer, url, endpoint_id);
  if (status === 401 && /^\s*(basic|digest|ntlm|negotiate)/i.test(headers['www-authenticate'] ?? '')) {
    return {
      problem: 'password_wanted',
      detail: `${met}: the path is protected by a password (${showText(headers['www-authenticate'] ?? '')})`,
      fix: 'exempt this path from password protection; the signature authenticates the sender. Passwords in the URL are not accepted',
    };
  }
  const firewall = recogniseFirewall(answer);
  if (firewall && (status === 403 || status === 406 || status === 429)) {
    return {
      problem: 'firewall',
      detail: `${met}: ${firewall.name} is in front of the server and most likely blocks webhooks`,
      fix: `allow POST to ${url.pathname}. ${firewall.name}: ${firewall.remedy}. The user agent is Guichet-Webhooks`,
    };
  }
  const [, said] = by_words.find(([words]) => words.test(body)) ?? [];
  const { problem, cause, fix } = said ?? by_status[status] ?? usualCause(status);
  const extra = [
    headers.allow && status === 405 && `it allows ${showText(headers.allow)}`,
    headers['retry-after'] && `Retry-After: ${showText(headers['retry-after'])}`,
  ].filter(Boolean);
  return { problem, detail: [`${met}: ${cause}`, ...extra].join('; '), fix };
}

/**
 * Explains a response that is a browser challenge page instead of the receiver's own response, whatever its status.
 */
export function explainChallenge(answer: Answer): Explanation {
  const firewall = recogniseFirewall(answer);
  return {
    problem: 'bot_challenge',
    detail: `${describeAnswer(answer)}: a browser challenge page${firewall ? ` of ${firewall.name}` : ''}; the handler was not reached`,
    fix: `switch the challenge off for this path${firewall ? `. ${firewall.name}: ${firewall.remedy}` : ''}`,
  };
}

/** Describes a response in one line: status, duration, address and server. */
export function describeAnswer({ status, headers, address, duration_ms }: Answer): string {
  const server = headers.server ? `, server: ${showText(headers.server)}` : '';
  return `responded with ${status} in ${duration_ms} ms (${address}${server})`;
}

function usualCause(status: number): Cause {
  if (status >= 500) {
    return {
      problem: 'server_error',
      cause: 'the handler failed',
      fix: 'read the error in the application’s log; accept events of types that you do not know, and respond to them with 200',
    };
  }
  return {
    problem: 'refused',
    cause: 'only 2xx is a success',
    fix: 'respond with 200 as soon as the event has been stored',
  };
}
