import { hash, randomBytes } from 'node:crypto';
import { createMerchant, createStaff } from '@guichet/core/accounts';
import type { Role } from '@guichet/core/platform';
import { command } from '../../test-support/actors.ts';
import type { TestService } from '../../test-support/service.ts';
import { Model, type PersonNumber, type Session } from './model.ts';

export const people_count = 6;
export const merchants_count = 3;

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: histories inspect any response.
  readonly body: any;
  readonly cookies: ReadonlyMap<string, string>;
}

/** The running service, with this history's three merchants. */
export interface World {
  readonly service: TestService;
  readonly merchants: readonly string[];
  /**
   * Sends a request as a browser with the given cookies, from a new network; `path` is below `/dashboard`.
   */
  send(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, sent?: Sent): Promise<Answer>;
}

export interface Sent {
  readonly cookie?: string;
  readonly body?: unknown;
}

let history = 0;
/** Returns a person's address in this history. */
export const addressOf = (person: PersonNumber): string => `person-${person}@world-${history}.example`;
/** Returns a fast hash without salt, so that the database shows which password it belongs to. */
export const quickHash = (password: string): string => `quick:${hash('sha256', password)}`;

/** The password that some people use everywhere. */
export const usualPassword = (person: PersonNumber): string => `the usual one of ${person}`;

/** A person who is a member of a merchant when the history begins. */
export interface Hired {
  readonly person: PersonNumber;
  readonly merchant: number;
  readonly role: Role;
}

/**
 * Creates three merchants, each with an owner. The other three people are members only of the merchants that
 * hired them.
 */
export async function makeWorld(
  service: TestService,
  hired: readonly Hired[],
): Promise<{ model: Model; world: World }> {
  history++;
  const model = new Model();
  const merchants: string[] = [];
  const world: World = { service, merchants, send: makeSend(service.url) };
  for (let merchant = 0; merchant < merchants_count; merchant++) {
    const { id: merchant_id } = await createMerchant(service.ctx, command, {
      name: `Shop ${merchant}`,
      country: 'CI',
    });
    // Another test covers the requirement of a second factor; these histories are only about who has access.
    await service.database.pool.query('update merchants set second_factor_in_live = false where id = $1', [
      merchant_id,
    ]);
    merchants.push(merchant_id);
    await hire(model, world, { person: merchant, merchant, role: 'owner' });
  }
  for (const one of hired) {
    const { person, merchant } = one;
    const isThere = model.members(merchant).some(({ holders }) => holders.has(person));
    if (!isThere) await hire(model, world, one);
  }
  return { model, world };
}

async function hire(model: Model, { service, merchants }: World, { person, merchant, role }: Hired) {
  const [email, password] = [addressOf(person), usualPassword(person)];
  const { id } = await createStaff(service.ctx, command, {
    ...{ merchant_id: merchants[merchant] ?? '', email, role, name: `P${person}` },
    password_hash: quickHash(password),
  });
  model.learn(person, password);
  model.identities.push({
    ...{ id, merchant, email, role, password, app: null, passkeys: [] },
    ...{ holders: new Set([person]), is_member: true },
  });
}

function makeSend(url: string): World['send'] {
  return async (method, path, { cookie, body } = {}) => {
    const response = await fetch(`${url}/dashboard${path}`, {
      method,
      headers: {
        'x-forwarded-for': `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::1`,
        ...(method !== 'GET' && { origin: url, 'x-guichet-dashboard': '1' }),
        ...(cookie && { cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const cookies = response.headers.getSetCookie().flatMap((text): [string, string][] => {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? [];
      return value === '' || /max-age=0/i.test(text) ? [] : [[name, value]];
    });
    const text = await response.text();
    return {
      status: response.status,
      body: text === '' ? null : JSON.parse(text),
      cookies: new Map(cookies),
    };
  };
}

/** Returns the cookies of a response, as a browser sends them back. */
export function cookieOf({ cookies }: Answer): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
}

/** The token of the session in a browser's cookies. */
export function tokenOf(cookie: string): string {
  return decodeURIComponent(/session_token=([^;.]+)/.exec(cookie)?.[1] ?? '');
}

/** Updates a browser's session if the response replaces its session cookie. */
export function follow(session: Session, answer: Answer): void {
  if (![...answer.cookies.keys()].some((name) => name.endsWith('session_token'))) return;
  session.cookie = cookieOf(answer);
  session.token = tokenOf(session.cookie);
}

export class Breach extends Error {
  override readonly name = 'Breach';
}

export function demand(isSo: boolean, words: string): void {
  if (!isSo) throw new Breach(words);
}
