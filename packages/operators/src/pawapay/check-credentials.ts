import type { CredentialCheck } from '../contract.ts';
import type { Client } from './client.ts';
import { readConfiguration } from './configuration.ts';

/** The settings that must match the account's configuration. */
export interface Expected {
  readonly signs: boolean;
  readonly signed_callbacks: boolean;
  /** The operators to use; null for all operators of the account. */
  readonly operators: readonly string[] | null;
}

/** Checks the credentials by reading the account's active configuration, which also lists the enabled services. */
export async function checkAccount(
  client: Client,
  expected: Expected,
  signal: AbortSignal,
): Promise<CredentialCheck> {
  const result = await client.get('/v2/active-conf', signal);
  if (result.kind !== 'reply') {
    return { kind: 'unknown', problem: `pawaPay could not be reached (${result.cause}).` };
  }
  if (result.status === 401 || result.status === 403) {
    return { kind: 'bad', problem: 'pawaPay does not accept the API token: is it for this environment?' };
  }
  const conf = result.status === 200 ? readConfiguration(result.text) : undefined;
  if (!conf) {
    return { kind: 'unknown', problem: `pawaPay did not report its configuration (HTTP ${result.status}).` };
  }
  if (conf.signed_requests_only && !expected.signs) {
    return {
      kind: 'bad',
      problem: 'The account accepts signed requests only: provide signing_key and signing_key_id.',
    };
  }
  if (expected.signed_callbacks && !conf.signed_callbacks) {
    return {
      kind: 'bad',
      problem:
        "pawaPay does not sign this account's callbacks: enable signing in its dashboard, or turn signed_callbacks off.",
    };
  }
  const { operators } = expected;
  const services = conf.services.filter(({ operator }) => operators?.includes(operator) ?? true);
  return { kind: 'good', services };
}
