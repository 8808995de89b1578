import type { Explanation } from './finding.ts';
import { type Certificate, type Failure, hostOf } from './open-socket.ts';
import { showText } from './show-text.ts';

/** Error codes of Node and OpenSSL, with their meaning for the server's administrator. */
const meanings: readonly (readonly [RegExp, (shown: string, host: string) => Explanation])[] = [
  [
    /^CERT_HAS_EXPIRED$/,
    (shown) => ({
      problem: 'certificate_expired',
      detail: `the certificate has expired (${shown})`,
      fix: 'renew it (certbot renew, or your host’s panel) and reload the web server: it does not load a renewed file by itself',
    }),
  ],
  [
    /^CERT_NOT_YET_VALID$/,
    (shown) => ({
      problem: 'certificate_not_yet_valid',
      detail: `the certificate is not valid yet (${shown})`,
      fix: 'correct the clock of the machine that issued it, and issue it again',
    }),
  ],
  [
    /^ERR_TLS_CERT_ALTNAME/,
    (shown, host) => ({
      problem: 'certificate_of_another_name',
      detail: `the certificate is not for ${host} (${shown})`,
      fix: `issue one that names ${host}, or use one of its names in the URL; behind a shared address, check the virtual host`,
    }),
  ],
  [
    /^DEPTH_ZERO_SELF_SIGNED_CERT$/,
    (shown) => ({
      problem: 'certificate_self_signed',
      detail: `the certificate is self-signed (${shown})`,
      fix: 'install one from a public authority; Let’s Encrypt issues them free of charge: certbot --nginx, or Caddy automatically',
    }),
  ],
  [
    /^SELF_SIGNED_CERT_IN_CHAIN$/,
    (shown) => ({
      problem: 'certificate_of_private_authority',
      detail: `the certificate is signed by an authority that is not publicly trusted (${shown})`,
      fix: 'install one from a public authority; a CDN’s origin certificate is only for the CDN: let the CDN proxy this name',
    }),
  ],
  [
    /^UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT(_LOCALLY)?)$/,
    (shown) => ({
      problem: 'certificate_chain_incomplete',
      detail: `the server does not send the intermediate certificate (${shown})`,
      fix: 'configure the full chain: fullchain.pem instead of cert.pem (nginx ssl_certificate, Apache SSLCertificateFile); browsers hide this by fetching it themselves',
    }),
  ],
  [
    /ALERT_PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|VERSION_TOO_LOW/,
    () => ({
      problem: 'tls_too_old',
      detail: 'the server supports no TLS newer than 1.1, which is deprecated (RFC 8996)',
      fix: 'enable TLS 1.2 and 1.3: ssl_protocols TLSv1.2 TLSv1.3',
    }),
  ],
  [
    /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|RECORD_LAYER|HTTP_REQUEST/,
    () => ({
      problem: 'not_tls',
      detail: 'the port responds, but not in TLS: it seems to be plain HTTP',
      fix: 'use the HTTPS port in the URL (443 can be omitted), or enable TLS on this one',
    }),
  ],
  [
    /CERTIFICATE_REQUIRED|ALERT_BAD_CERTIFICATE/,
    () => ({
      problem: 'client_certificate_wanted',
      detail: 'the server requires a client certificate (mutual TLS), and webhooks have none',
      fix: 'turn client certificates off for this path (Cloudflare: authenticated origin pulls or API Shield); the signature authenticates the sender',
    }),
  ],
  [
    /HANDSHAKE_FAILURE|UNRECOGNIZED_NAME|ALERT_INTERNAL_ERROR|NO_CIPHER|DH_KEY_TOO_SMALL|EE_KEY_TOO_SMALL|CA_MD_TOO_WEAK/,
    (_shown, host) => ({
      problem: 'tls_refused',
      detail: `the server ended the TLS handshake for ${host}: it has no certificate for this name, no cipher in common, or requires a client certificate`,
      fix: 'add the name to the web server or CDN and issue its certificate; allow modern ciphers; turn client certificates (mutual TLS) off for this path',
    }),
  ],
];

/** Explains why a connection is not secure, and the remedy. */
export function explainCertificate(failure: Failure, url: URL): Explanation {
  const { code, message, certificate, duration_ms } = failure;
  const shown = certificate ? `${describeCertificate(certificate)}; ${code}` : code;
  const [, explain] = meanings.find(([pattern]) => pattern.test(code)) ?? [];
  if (explain) return explain(shown, hostOf(url));
  if (code === 'timeout') {
    return {
      problem: 'tls_without_answer',
      detail: `the connection was accepted, but the server did not respond to the TLS handshake within ${(duration_ms / 1000).toFixed(1)} s`,
      fix: 'check that this port speaks TLS, and what is in front of the web server',
    };
  }
  return {
    problem: 'tls_broken',
    detail: `no secure connection could be established (${shown}: ${message})`,
    fix: 'check the web server’s log; openssl s_client -connect shows more',
  };
}

/** Describes the names, issuer and validity of a certificate. */
export function describeCertificate({ names, issuer, valid_from, valid_to }: Certificate): string {
  return `for ${showText(names.replaceAll('DNS:', ''))}, issued by ${showText(issuer)}, valid ${day(valid_from)} to ${day(valid_to)}`;
}

function day(date: Date): string {
  return Number.isNaN(date.getTime()) ? 'unknown' : date.toISOString().slice(0, 10);
}
