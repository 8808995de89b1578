import type { Clock } from '@guichet/kernel/clock';
import { makeSecret, type Secret } from '@guichet/kernel/secret';
import type { Static, TObject } from 'typebox';
import type { Connector, Direction, Service } from './contract.ts';
import type { Http } from './http/contract.ts';

/** The dependencies of an account's connector. */
export interface ProviderDependencies {
  readonly clock: Clock;
  readonly http: Http;
  /** The URL for the provider's callbacks to this account, without a trailing slash; `/<reference>` may follow. */
  readonly callback_url: string;
}

/** A provider of mobile money that a merchant can have accounts with, in the form that core uses. */
export interface Provider {
  /** `mtn-momo`, `wave`. */
  readonly id: string;
  readonly display_name: string;
  /**
   * The name in callback URLs, if the provider refuses URLs that contain its id; otherwise the id is used. URLs
   * with the id also work.
   */
  readonly callback_name?: string;
  /** `signed` callbacks may settle a transaction; a `hint` only schedules an inquiry. */
  readonly callback_trust: 'signed' | 'hint';
  /** The setting, if any, that determines an account's own `callback_trust`; used for the documentation. */
  readonly callback_trust_by?: string;
  /** The settings of an account: texts, numbers and booleans, each with a `description`. */
  readonly config_schema: TObject;
  /** Settings that are never shown again. */
  readonly secret_fields: readonly string[];
  /**
   * Settings that name the wallet or the company at the provider. After one of them has changed, the provider may not
   * find earlier requests, which then do not count as never received. If absent, every setting counts.
   */
  readonly identity_fields?: readonly string[];
  /**
   * The provider's own hosts, each with its source: `api.wave.com`, or `testom.orange.bf:9008` if the port is not
   * that of https. An account's secrets may be sent to these hosts only; a URL on any other host is refused unless
   * the installation allows it (PROVIDER_ALLOWED_HOSTS). To add one, add an entry to the list next to the
   * provider's settings.
   */
  readonly hosts: readonly string[];
  /** The codes of the operators that some account with the provider can collect with, as `servicesOf` reports them. */
  readonly operators: readonly string[];
  /** The operations that the provider's connectors support besides collecting; used for the documentation. */
  readonly abilities: readonly Ability[];
  /** The response to a callback, if the provider requires one other than 200 and `{}`. */
  readonly callback_answer: { readonly status: number; readonly body: string };
  /**
   * For each direction, the number of hours during which the operator may still reverse a success. During that time
   * the success is rechecked, and `lookup` reports a reversal as `reversed`. In a direction that is not listed,
   * successes are final according to the provider, and are not rechecked.
   */
  readonly reversible_for_h?: Partial<Record<Direction, number>>;
  /**
   * The number of seconds during which the provider refuses a second payment of the same amount from the same
   * number; 0 if it never does.
   */
  readonly same_payment_apart_s: number;
  /**
   * Returns the base URL of an account's requests: `base_url`, or the URL that other settings select. The account's
   * secrets are bound to its origin, and `open` builds every request on it.
   */
  addressOf(config: Readonly<Record<string, unknown>>): string;
  /** Returns the services of an account according to its settings, without calling the provider. */
  servicesOf(config: Readonly<Record<string, unknown>>): readonly Service[];
  /**
   * Opens the connector of an account.
   *
   * @param config validated by `config_schema`, secrets as plain text
   */
  open(config: Readonly<Record<string, unknown>>, deps: ProviderDependencies): Connector;
}

export type Ability = 'payout' | 'refund' | 'balance';

/** Validated settings, with secret fields wrapped. */
export type Config<Schema extends TObject, Field extends string> = {
  readonly [Key in keyof Static<Schema>]: Key extends Field
    ? undefined extends Static<Schema>[Key]
      ? Secret | undefined
      : Secret
    : Static<Schema>[Key];
};

/** Defines a provider, which receives the secret fields of its settings wrapped. */
export function defineProvider<Schema extends TObject, const Field extends string & keyof Static<Schema>>(
  definition: Omit<
    Provider,
    | 'addressOf'
    | 'servicesOf'
    | 'open'
    | 'config_schema'
    | 'secret_fields'
    | 'identity_fields'
    | 'callback_answer'
  > & {
    readonly config_schema: Schema;
    readonly secret_fields: readonly Field[];
    readonly identity_fields?: readonly (string & keyof Static<Schema>)[];
    readonly callback_answer?: Provider['callback_answer'];
    addressOf(config: Config<Schema, Field>): string;
    servicesOf(config: Config<Schema, Field>): readonly Service[];
    open(config: Config<Schema, Field>, deps: ProviderDependencies): Connector;
  },
): Provider {
  const { secret_fields } = definition;
  const wrap = (config: Readonly<Record<string, unknown>>): Config<Schema, Field> =>
    Object.fromEntries(
      Object.entries(config).map(([name, value]) => [
        name,
        secret_fields.some((field) => field === name) && typeof value === 'string'
          ? makeSecret(value)
          : value,
      ]),
    ) as Config<Schema, Field>;
  return {
    ...definition,
    callback_answer: definition.callback_answer ?? { status: 200, body: '{}' },
    addressOf: (config) => definition.addressOf(wrap(config)),
    servicesOf: (config) => definition.servicesOf(wrap(config)),
    open: (config, deps) => definition.open(wrap(config), deps),
  };
}
