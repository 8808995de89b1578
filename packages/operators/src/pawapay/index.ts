import Type from 'typebox';
import { findOperator } from '../catalogue.ts';
import type { CredentialCheck, Service } from '../contract.ts';
import { type Config, defineProvider } from '../provider.ts';
import { checkAccount } from './check-credentials.ts';
import { makeClient, makeKeyFinder } from './client.ts';
import { anybody_pays } from './configuration.ts';
import { makeConnector } from './connector.ts';
import { findPlace, type Place, places } from './operators.ts';
import { makeSigner, type Signer } from './sign.ts';
import { algorithmNames } from './signature.ts';

const hosts = ['api.pawapay.io', 'api.sandbox.pawapay.io'] as const;
const production_url = `https://${hosts[0]}`;

const schema = Type.Object(
  {
    api_token: Type.String({ minLength: 1, description: 'API token from the dashboard of the environment' }),
    base_url: Type.Optional(
      Type.String({
        pattern: '^https?://[^/]+$',
        description: `Address of the API. Default: ${production_url}; the sandbox is https://${hosts[1]}`,
      }),
    ),
    operators: Type.Optional(
      Type.String({
        description:
          'The operators to use, as our codes separated by commas. Default: all operators of the account',
      }),
    ),
    signing_key: Type.Optional(
      Type.String({ description: 'Private key (PEM; EC P-256, P-384 or RSA) that signs requests' }),
    ),
    signing_key_id: Type.Optional(Type.String({ description: 'Id of its public key in the dashboard' })),
    signature_algorithm: Type.Optional(
      Type.String({
        pattern: `^(${algorithmNames.join('|')})$`,
        description:
          'Algorithm of signatures. Default: the one that matches the key; RSA keys sign with rsa-pss-sha512',
      }),
    ),
    signature_encoding: Type.Optional(
      Type.String({
        pattern: '^(der|raw)$',
        description: "Encoding of ECDSA signatures: der (default, as in pawaPay's sample) or raw",
      }),
    ),
    signed_callbacks: Type.Optional(
      Type.Boolean({
        description:
          'Whether callbacks are signed, and may settle. Default: false; callbacks are then hints that start a status inquiry',
      }),
    ),
    old_benin_numbers: Type.Optional(
      Type.Boolean({
        description: 'Send numbers of Benin with 8 digits, like the test numbers of the sandbox',
      }),
    ),
  },
  { additionalProperties: false },
);

type PawapayConfig = Config<typeof schema, 'api_token' | 'signing_key'>;

/** The URL of an account's API. */
function addressOf({ base_url = production_url }: Pick<PawapayConfig, 'base_url'>): string {
  return base_url;
}

/** pawaPay's Merchant API v2: one account reaches most operators of the catalogue. */
export const pawapay = defineProvider({
  id: 'pawapay',
  display_name: 'pawaPay',
  callback_trust: 'hint',
  callback_trust_by: 'signed_callbacks',
  config_schema: schema,
  secret_fields: ['api_token', 'signing_key'],
  identity_fields: ['api_token'],
  operators: places.map(({ operator }) => operator),
  hosts,
  addressOf,
  abilities: ['payout', 'refund', 'balance'],
  same_payment_apart_s: 0,
  servicesOf: (config) =>
    (operatorsOf(config)?.flatMap((code) => findPlace(code) ?? []) ?? places).flatMap(servicesAt),
  open: (config, { clock, http }) => {
    const base_url = addressOf(config);
    const settings = { base_url, api_token: config.api_token };
    const signs = config.signing_key !== undefined;
    // The signer is created at the first request, so that an account with a broken key can still be opened and
    // report the problem.
    let signer: Signer | null = null;
    const sign: Signer = (url, body) => {
      signer ??= signerOf(config, clock);
      return signer(url, body);
    };
    const client = makeClient(settings, signs ? sign : null, http);
    return makeConnector({
      client,
      clock,
      writing: { old_benin_numbers: config.old_benin_numbers ?? false },
      findKey: config.signed_callbacks ? makeKeyFinder(client, { clock }) : null,
      checkCredentials: async (signal) => {
        const problem = problemOf(config, () => sign(`${base_url}/`, ''));
        if (problem !== null) return { kind: 'bad', problem } satisfies CredentialCheck;
        const operators = operatorsOf(config);
        const signed_callbacks = config.signed_callbacks ?? false;
        return checkAccount(client, { signs, signed_callbacks, operators }, signal);
      },
    });
  },
});

function signerOf(config: PawapayConfig, clock: Parameters<typeof makeSigner>[1]): Signer {
  const { signing_key: key, signing_key_id: id = '', signature_algorithm: algorithm = '' } = config;
  if (!key) throw new Error('no key to sign with');
  const encoding = config.signature_encoding === 'raw' ? 'raw' : 'der';
  return makeSigner({ key, id, algorithm, encoding }, clock);
}

/** Finds a problem with the settings without calling pawaPay; null if there is none. */
function problemOf(config: PawapayConfig, trySigning: () => unknown): string | null {
  const unserved = operatorsOf(config)?.filter((code) => !findPlace(code)) ?? [];
  if (unserved.length > 0) return `pawaPay does not reach ${unserved.join(', ')}.`;
  if (!config.signing_key) return null;
  if (!config.signing_key_id) return 'Provide signing_key_id with signing_key.';
  try {
    trySigning();
    return null;
  } catch {
    // Node's error message may quote the key.
    return 'signing_key is not a private key in PEM that matches the algorithm.';
  }
}

function operatorsOf({ operators }: PawapayConfig): readonly string[] | null {
  const codes =
    operators
      ?.split(',')
      .map((code) => code.trim())
      .filter(Boolean) ?? [];
  return codes.length === 0 ? null : codes;
}

/** Lists services without limits and decimals, which only the account's configuration has. */
function servicesAt({ operator, auth, dial }: Place): Service[] {
  return (findOperator(operator)?.currencies ?? []).map((currency) => ({
    operator,
    currency,
    collect: true,
    payout: true,
    refund: true,
    ...(auth === 'redirect' && anybody_pays),
    min_amount: null,
    max_amount: null,
    decimals: null,
    code_first: auth === 'code_first' && dial !== undefined ? { dial } : null,
  }));
}
