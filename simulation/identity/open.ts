import { totpOf } from '@guichet/server/dashboard/testing/enrol';
import type { HeldPasskey, Identity, Model, PersonNumber, Session } from './model.ts';
import { type Answer, cookieOf, demand, tokenOf, type World } from './world.ts';

export interface PasswordTry {
  readonly person: PersonNumber;
  readonly email: string;
  readonly password: string;
  /** Number of the merchant that is named; undefined for none. */
  readonly merchant?: number | undefined;
}

/** Signs in by a password, and whatever is asked after it, and holds the outcome to what it should be. */
export async function openByPassword(model: Model, world: World, attempt: PasswordTry): Promise<void> {
  const { email, password, merchant } = attempt;
  const fitting = model.identities.filter(
    (one) =>
      one.is_member &&
      one.email === email &&
      one.password === password &&
      (merchant === undefined || one.merchant === merchant),
  );
  const merchant_id = merchant === undefined ? undefined : world.merchants[merchant];
  const answer = await world.send('POST', '/auth/sign-in/email', { body: { email, password, merchant_id } });
  const [identity, ...others] = fitting;
  if (!identity) return demand(answer.status === 401, `a password that opens nothing got ${answer.status}`);
  demand(answer.status === 200, `the password of ${email} got ${answer.status}`);
  if (others.length > 0) {
    const offered = answer.body.merchants.map(({ id }: { id: string }) => id).sort();
    const expected = fitting.map((one) => world.merchants[one.merchant]).sort();
    demand(`${offered}` === `${expected}`, `merchants ${offered} were offered instead of ${expected}`);
    return openByPassword(model, world, { ...attempt, merchant: identity.merchant });
  }
  if (identity.totp_key === null) return begin(model, world, { ...attempt, identity, answer });
  demand(answer.body.twoFactorRedirect === true, `the second step of ${email} was not asked for`);
  await openByCode(model, world, { ...attempt, identity, answer });
}

interface Opened {
  readonly person: PersonNumber;
  readonly identity: Identity;
  readonly answer: Answer;
}

async function openByCode(model: Model, world: World, opened: Opened): Promise<void> {
  // Each opens once in its 30 seconds, which no history waits for.
  await world.service.database.pool.query('delete from staff_used_codes');
  const answer = await world.send('POST', '/auth/two-factor/verify-totp', {
    cookie: cookieOf(opened.answer),
    body: { code: totpOf(opened.identity.totp_key ?? '') },
  });
  demand(answer.status === 200, `the code of ${opened.identity.email} got ${answer.status}`);
  await begin(model, world, { ...opened, answer });
}

/** Shows a passkey that a person has on a device of theirs. */
export async function openByPasskey(model: Model, world: World, passkey: HeldPasskey): Promise<void> {
  const options = await world.send('GET', '/auth/passkey/generate-authenticate-options');
  const answer = await world.send('POST', '/auth/passkey/verify-authentication', {
    cookie: cookieOf(options),
    body: { response: passkey.device.get(options.body) },
  });
  const { identity, person } = passkey;
  const isGood = identity.is_member && identity.passkeys.includes(passkey);
  if (!isGood) return demand(answer.status === 401, `a passkey that opens nothing got ${answer.status}`);
  demand(answer.status === 200, `a passkey of ${identity.email} got ${answer.status}`);
  await begin(model, world, { person, identity, answer });
}

async function begin(model: Model, { service }: World, { person, identity, answer }: Opened): Promise<void> {
  const cookie = cookieOf(answer);
  const token = tokenOf(cookie);
  // A password beside a passkey is no proof; what asks for one is tried elsewhere (dashboard/walk.test.ts).
  await service.database.pool.query('update staff_sessions set proven_at = now() where token = $1', [token]);
  model.sessions.push({ ...{ cookie, token, identity, person }, is_open: true });
}

/** Holds a session to its one merchant. */
export async function requireReach({ send, merchants }: World, session: Session): Promise<void> {
  const { cookie, identity, is_open } = session;
  const me = await send('GET', '/api/me', { cookie });
  demand(me.status === (is_open ? 200 : 401), `a session of ${identity.email} got ${me.status}`);
  if (!is_open) return;
  for (const [merchant, id] of merchants.entries()) {
    const { status } = await send('GET', `/api/${id}/test/settings`, { cookie });
    const isIn = status === 200 || status === 403;
    demand(
      isIn === (merchant === identity.merchant),
      `a session at merchant ${identity.merchant} got ${status} at merchant ${merchant}`,
    );
  }
}
