import { AppError, invalidFields } from '@guichet/kernel/errors';
import { problem } from '@guichet/kernel/problem';
import type { Connector, CredentialCheck, Service } from '@guichet/operators/contract';
import type { Exchange } from '@guichet/operators/http/contract';
import { recordExchanges } from '@guichet/operators/http/exchanges';
import { redact } from '@guichet/operators/http/redact';
import type { Provider } from '@guichet/operators/provider';
import { callInTime } from '../../operator-calls/in-time.ts';
import type { Context } from '../../platform/context.ts';
import type { AccountConfig } from '../../platform/provider-accounts.ts';
import type { Account } from './queries.ts';
import { secretsOf } from './settings.ts';

/** Short, because a person is waiting at a command line. */
const deadline_ms = 15_000;

/** A provider's response about an account's credentials, and the exchange with it. */
export interface Asked {
  readonly check: CredentialCheck;
  readonly exchanges: readonly Exchange[];
}

/**
 * Asks a provider whether credentials are valid. The result is `unknown` for a connector that cannot check
 * them.
 */
export async function askProvider(
  provider: Provider,
  connector: Connector,
  config: AccountConfig,
): Promise<Asked> {
  const ask = connector.checkCredentials?.bind(connector);
  if (!ask) {
    return {
      check: { kind: 'unknown', problem: `${provider.display_name} has no way to check credentials` },
      exchanges: [],
    };
  }
  const secrets = secretsOf(provider, config);
  const { value: came, exchanges } = await recordExchanges(secrets, () => callInTime(deadline_ms, ask));
  if (came.kind === 'broken') {
    const problem = came.timed_out ? `no response within ${deadline_ms / 1000} s` : String(came.error);
    return { check: { kind: 'unknown', problem: redact(problem, secrets) }, exchanges };
  }
  const { value: check } = came;
  if (check.kind === 'good') return { check, exchanges };
  return { check: { kind: check.kind, problem: redact(check.problem, secrets) }, exchanges };
}

/** The data obtained by checking an account's settings. */
export type Facts = { readonly services: readonly Service[]; readonly checked_at: Date | null };

/**
 * Checks settings with the provider, and determines which services the account offers.
 *
 * @param account.config validated by the provider's schema
 * @param unchecked accept settings that could not be checked with the provider
 * @param known the services that the provider has stated for the same wallet; they stay if it does not respond now
 * @throws AppError `invalid_fields` with the provider's message, under `config`
 */
export async function checkWithProvider(
  ctx: Pick<Context, 'accounts' | 'clock'>,
  account: Pick<Account, 'id' | 'connector'> & { readonly config: AccountConfig },
  unchecked: boolean,
  known?: readonly Service[],
): Promise<Facts> {
  const { config } = account;
  const provider = ctx.accounts.provider(account.connector);
  const connector = ctx.accounts.tryOut(account, config);
  const { check } = await askProvider(provider, connector, config);
  if (check.kind === 'bad') {
    throw invalidFields({
      config: [
        problem('credentials_refused', `${provider.display_name} rejected them: ${check.problem}`, {
          provider: provider.display_name,
          said: check.problem,
        }),
      ],
    });
  }
  const said = provider.servicesOf(config);
  if (check.kind === 'unknown') {
    if (!connector.checkCredentials) return { services: said, checked_at: null };
    if (unchecked) return { services: known ?? said, checked_at: null };
    throw invalidFields({
      config: [
        problem(
          'credentials_not_checked',
          `${provider.display_name} could not be reached to check them: ${check.problem}`,
          { provider: provider.display_name, said: check.problem },
        ),
      ],
    });
  }
  const services = check.services ?? said;
  if (services.length === 0) {
    throw invalidFields({
      config: [problem('credentials_allow_nothing', 'allow no operator')],
    });
  }
  return { services, checked_at: ctx.clock.now() };
}

/** Returns the error for an account that does not exist, or not for this actor. */
export function noAccount(): AppError {
  return new AppError('not_found', { message: 'No connector account has this id.' });
}
