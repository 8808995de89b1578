import type { SimulatorReply, SimulatorRequest, World } from '../contract.ts';
import { empty, json, readObject } from '../reply.ts';

export const products = ['collection', 'disbursement', 'remittance'] as const;
export type Product = (typeof products)[number];

/** An API user, as created by MTN's provisioning or its portal. */
export interface ApiUser {
  readonly api_user: string;
  readonly api_key: string | null;
  /**
   * The host, without scheme and port, to which callbacks may be sent, unless the world's dashboard sets a
   * different one.
   */
  readonly callback_host: string;
}

/** The keys and tokens that give access. */
export interface Access {
  /** The sandbox's provisioning of API users; undefined for any other path. */
  provision(request: SimulatorRequest): SimulatorReply | undefined;
  /** `POST /{product}/token/`. */
  issueToken(request: SimulatorRequest, product: Product): SimulatorReply;
  /** The user of a product call, or the response that refuses it. */
  authorise(request: SimulatorRequest, product: Product): ApiUser | SimulatorReply;
  expireTokens(): void;
}

const token_lifetime_s = 3600;
const uuid4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** True for a valid `X-Reference-Id` of MTN. */
export function isReference(text: string | undefined): text is string {
  return text !== undefined && uuid4.test(text);
}

/** An error as MTN writes it. */
export function refusal(status: number, code: string, message = code): SimulatorReply {
  return json(status, { code, message });
}

const badKey = (): SimulatorReply =>
  refusal(
    401,
    'ACCESS_DENIED_DUE_TO_INVALID_SUBSCRIPTION_KEY',
    'Access denied due to invalid subscription key.',
  );

function hexOf(world: World, length: number): string {
  return Array.from({ length }, () => Math.floor(world.random() * 16).toString(16)).join('');
}

function readBasic({ headers }: SimulatorRequest): { readonly name: string; readonly key: string } {
  const [, encoded = ''] = /^Basic (.+)$/i.exec(headers.authorization ?? '') ?? [];
  // The name ends at the first colon: a key may contain colons.
  const [, name = '', key = ''] =
    /^([^:]*):(.*)$/.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? [];
  return { name, key };
}

/** The state that the sandbox's provisioning of API users needs. */
interface Desk {
  readonly world: World;
  readonly users: Map<string, ApiUser>;
  readonly keys: Partial<Record<Product, string>>;
  readonly target_environment: string;
}

const keyOf = ({ headers }: SimulatorRequest): string => headers['ocp-apim-subscription-key'] ?? '';

function provision(desk: Desk, request: SimulatorRequest): SimulatorReply | undefined {
  const [, id, apikey] = /^\/v1_0\/apiuser(?:\/([^/]+)(\/apikey)?)?$/.exec(request.path) ?? [];
  if (!request.path.startsWith('/v1_0/apiuser')) return undefined;
  if (!Object.values(desk.keys).includes(keyOf(request))) return badKey();
  if (id === undefined) return request.method === 'POST' ? makeUser(desk, request) : empty(404);
  const user = desk.users.get(id);
  const method = apikey === undefined ? 'GET' : 'POST';
  if (!user || request.method !== method) return refusal(404, 'RESOURCE_NOT_FOUND');
  return readUser(desk, user, apikey !== undefined);
}

function makeUser({ users }: Desk, { headers, body }: SimulatorRequest): SimulatorReply {
  const api_user = headers['x-reference-id'];
  const callback_host = readObject(body)?.providerCallbackHost;
  if (!isReference(api_user) || typeof callback_host !== 'string') return refusal(400, 'VALIDATION_ERROR');
  if (users.has(api_user)) return refusal(409, 'RESOURCE_ALREADY_EXIST');
  users.set(api_user, { api_user, api_key: null, callback_host });
  return empty(201);
}

function readUser(
  { world, users, target_environment }: Desk,
  user: ApiUser,
  isKeyWanted: boolean,
): SimulatorReply {
  if (!isKeyWanted) {
    return json(200, { providerCallbackHost: user.callback_host, targetEnvironment: target_environment });
  }
  const apiKey = hexOf(world, 32);
  users.set(user.api_user, { ...user, api_key: apiKey });
  return json(201, { apiKey });
}

/** MTN's platforms: the one of the partner portal, and the one for internet partners. */
export type Platform = 'partner' | 'internet';

/** @param keys subscription key of each product that is subscribed to */
export function makeAccess(
  world: World,
  keys: Partial<Record<Product, string>>,
  known: readonly ApiUser[],
  { target_environment, platform }: { readonly target_environment: string; readonly platform: Platform },
): Access {
  const users = new Map(known.map((user) => [user.api_user, user]));
  const tokens = new Map<
    string,
    { readonly user: string; readonly product: Product; readonly until_ms: number }
  >();
  let issued = 0;

  return {
    // On the internet platform, only the portal creates credentials.
    provision: (request) =>
      platform === 'internet' ? undefined : provision({ world, users, keys, target_environment }, request),
    issueToken: (request, product) => {
      if (keys[product] === undefined || keyOf(request) !== keys[product]) return badKey();
      if (request.body !== '') return empty(400);
      if (platform === 'internet' && request.headers['x-target-environment'] !== target_environment) {
        return json(400, { error: 'Invalid or missing X-Target-Environment header' });
      }
      const { name, key } = readBasic(request);
      const user = users.get(name);
      if (user?.api_key === undefined || user.api_key === null || user.api_key !== key) return empty(401);
      issued += 1;
      const access_token = `eyJ0eXAiOiJKV1QifQ.${issued}.${hexOf(world, 32)}`;
      const until_ms = world.now().getTime() + token_lifetime_s * 1000;
      tokens.set(access_token, { user: name, product, until_ms });
      return json(200, { access_token, token_type: 'access_token', expires_in: token_lifetime_s });
    },
    authorise: (request, product) => {
      if (keys[product] === undefined || keyOf(request) !== keys[product]) return badKey();
      const [, bearer = ''] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? [];
      const token = tokens.get(bearer);
      const user = users.get(token?.user ?? '');
      const isGood = token?.product === product && world.now().getTime() < token.until_ms;
      if (!user || !isGood) return empty(401);
      if (request.headers['x-target-environment'] !== target_environment) {
        return refusal(500, 'NOT_ALLOWED_TARGET_ENVIRONMENT', 'Access to target environment is forbidden.');
      }
      return user;
    },
    expireTokens: () => tokens.clear(),
  };
}
