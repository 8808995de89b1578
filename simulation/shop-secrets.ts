import { createHmac } from 'node:crypto';

export interface ShopRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly now_ms: number;
  /**
   * Whether the sender was not suspended in the last ten minutes, so that the secrets it has read are
   * current.
   */
  readonly is_prompt: boolean;
}

/** A rotation, which ends all other secrets. */
interface Ending {
  readonly others_end_ms: number;
}

/** A secret of an endpoint, as its merchant knows it. */
interface HeldSecret {
  readonly secret: string;
  readonly from_ms: number;
  /**
   * The rotations that may end this secret. If the response to a rotation was lost, it is unknown whether the
   * rotation was carried out.
   */
  readonly others: Ending[];
  /** The time at which this secret has certainly ended. */
  ended_ms: number;
}

/** A requested rotation. */
export interface Ask {
  /**
   * Records a new secret. @returns a function that makes the shop use the new secret, unless the shop already
   * uses a later one
   */
  learn(secret: string, times: { readonly from_ms: number; readonly others_end_ms: number }): () => void;
  /** Records that the response has arrived, or is no longer awaited. */
  end(): void;
}

/** The secrets of an endpoint, as its merchant's server has them. */
export interface ShopSecrets {
  /**
   * Records a request to rotate the secret. @param others_end_ms the earliest time at which the other secrets
   * end, if the rotation is carried out
   */
  ask(others_end_ms: number): Ask;
  /**
   * Checks that a request is signed with all secrets that are valid, and no others. @returns whether the
   * secret in use verifies the request
   */
  verify(request: ShopRequest): boolean;
}

/**
 * The longest time between reading a delivery with its secrets and sending it. The sending may have to wait
 * for other deliveries to the endpoint.
 */
const wait_max_ms = 5 * 60_000;
const never = Number.POSITIVE_INFINITY;

export function makeSecrets(breaches: string[]): ShopSecrets {
  const secrets: HeldSecret[] = [];
  /** Rotations in progress, each with the rotations that may end its secret. */
  const open = new Map<Ending, Ending[]>();
  let used = -1;
  return {
    ask: (others_end_ms) => {
      const own = { others_end_ms };
      for (const others of new Set([...open.values(), ...secrets.map((held) => held.others)]))
        others.push(own);
      const others = [...open.keys()];
      open.set(own, others);
      const before = [...secrets];
      return {
        learn: (secret, learned) => {
          for (const held of before) held.ended_ms = Math.min(held.ended_ms, learned.others_end_ms);
          const place = secrets.push({ secret, from_ms: learned.from_ms, others, ended_ms: never }) - 1;
          return () => {
            used = Math.max(used, place);
          };
        },
        end: () => void open.delete(own),
      };
    },
    verify: (request) => {
      for (const held of secrets) breaches.push(...judge(held, request));
      return isSigned(secrets[used]?.secret ?? '', request);
    },
  };
}

/** Checks the signatures of a request against one secret. */
function judge({ secret, from_ms, others, ended_ms }: HeldSecret, request: ShopRequest): string[] {
  const { now_ms, is_prompt } = request;
  if (!is_prompt) return [];
  const may_end_ms = Math.min(...others.map(({ others_end_ms }) => others_end_ms));
  const is_in_force = from_ms + wait_max_ms < now_ms && now_ms < may_end_ms;
  const is_over = ended_ms + wait_max_ms < now_ms;
  if (is_in_force && !isSigned(secret, request)) {
    return [`a webhook was not signed with a secret that is ${now_ms - from_ms} ms old and valid`];
  }
  if (is_over && isSigned(secret, request)) {
    return [`a webhook was signed with a secret that ended ${now_ms - ended_ms} ms before`];
  }
  return [];
}

/** Verifies as a merchant does, by either scheme (docs/guides/webhooks.md). */
function isSigned(secret: string, { headers, body }: ShopRequest): boolean {
  const own = (headers['x-service-signature'] ?? '').split(',');
  const at = own.find((part) => part.startsWith('t='))?.slice(2);
  const expected = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const standard = createHmac('sha256', key)
    .update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`)
    .digest('base64');
  const isStandard = (headers['webhook-signature'] ?? '').split(' ').includes(`v1,${standard}`);
  return own.includes(`v1=${expected}`) && isStandard;
}
