import type { SimulatorReply, SimulatorRequest, World } from '../contract.ts';
import { json } from '../reply.ts';
import { merchant } from './accounts.ts';

/** Access tokens of one API. */
export interface Access {
  /**
   * Issues a token for `grant_type=client_credentials`. The credentials are in `Authorization: Basic` or, where
   * that is accepted, in the form.
   */
  issue(request: SimulatorRequest, where: 'basic' | 'basic_or_form'): SimulatorReply;
  isGood(request: SimulatorRequest): boolean;
  expire(): void;
}

export function makeAccess(world: World, lifetime_s: number): Access {
  const until_ms = new Map<string, number>();
  return {
    issue: (request, where) => {
      const form = new URLSearchParams(request.body);
      if (request.method !== 'POST' || form.get('grant_type') !== 'client_credentials') {
        return json(400, { error: 'unsupported_grant_type' });
      }
      const named = [readBasic(request), ...(where === 'basic_or_form' ? [readForm(form)] : [])];
      const isKnown = named.some(
        ([id, secret]) => id === merchant.client_id && secret === merchant.client_secret,
      );
      if (!isKnown) return json(401, { error: 'invalid_client', error_description: 'unknown client' });
      const access_token = randomText(world, 28);
      until_ms.set(access_token, world.now().getTime() + lifetime_s * 1000);
      return json(200, { token_type: 'Bearer', access_token, expires_in: lifetime_s });
    },
    isGood: ({ headers }) => {
      const [, token = ''] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? [];
      return world.now().getTime() < (until_ms.get(token) ?? 0);
    },
    expire: () => until_ms.clear(),
  };
}

function readBasic({ headers }: SimulatorRequest): readonly string[] {
  const [, encoded = ''] = /^Basic (.+)$/.exec(headers.authorization ?? '') ?? [];
  return Buffer.from(encoded, 'base64').toString('utf8').split(':');
}

function readForm(form: URLSearchParams): readonly string[] {
  return [form.get('client_id') ?? '', form.get('client_secret') ?? ''];
}

/** Random letters and digits from the world's generator. */
export function randomText(world: World, length: number): string {
  const signs = 'abcdefghijklmnopqrstuvwxyz0123456789';
  return Array.from({ length }, () => signs[Math.floor(world.random() * signs.length)] ?? 'a').join('');
}

/** A receipt in Orange's format: `MP260301.1000.A12345`. */
export function receiptOf(world: World): string {
  const at = world.now().toISOString();
  const serial = Math.floor(world.random() * 90_000) + 10_000;
  return `MP${at.slice(2, 10).replaceAll('-', '')}.${at.slice(11, 16).replace(':', '')}.A${serial}`;
}
