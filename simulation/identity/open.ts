import { totpOf } from '@guichet/server/dashboard/testing/enrol';
import type { HeldPasskey, Identity, Keepsake, Model, PersonNumber, Session } from './model.ts';
import { type Answer, cookieOf, demand, tokenOf, type World } from './world.ts';

export interface PasswordTry {
  readonly person: PersonNumber;
  readonly email: string;
  readonly password: string;
  /** The number of the merchant that the sign-in requests; undefined for none. */
  readonly merchant?: number | undefined;
  /** The trusted device; undefined for any other device. */
  readonly device?: Keepsake | undefined;
  /** The second factor to use, if there is one and the person has it. */
  readonly second?: SecondFactor;
}

export interface SecondFactor {
  readonly way: 'code' | 'recovery code';
  /** Whether to trust the device from then on. */
  readonly trusts: boolean;
}

/** Signs in with a password and the second factor, if any, and checks the outcome. */
export async function openByPassword(model: Model, world: World, attempt: PasswordTry): Promise<void> {
  const { email, password, merchant, device, person } = attempt;
  const fitting = model.identities.filter(
    (one) =>
      one.is_member &&
      one.email === email &&
      one.password === password &&
      (merchant === undefined || one.merchant === merchant),
  );
  const merchant_id = merchant === undefined ? undefined : world.merchants[merchant];
  const cookie = device?.cookie ?? '';
  const body = { email, password, merchant_id };
  const answer = await world.send('POST', '/auth/sign-in/email', { cookie, body });
  const [identity, ...others] = fitting;
  if (!identity) return demand(answer.status === 401, `a password that opens nothing got ${answer.status}`);
  demand(answer.status === 200, `the password of ${email} got ${answer.status}`);
  if (others.length > 0) {
    const offered = answer.body.merchants.map(({ id }: { id: string }) => id).sort();
    const expected = fitting.map((one) => world.merchants[one.merchant]).sort();
    demand(`${offered}` === `${expected}`, `merchants ${offered} were offered instead of ${expected}`);
    model.saw('choose among merchants');
    return openByPassword(model, world, { ...attempt, merchant: identity.merchant });
  }
  if (identity.app === null) {
    model.saw('sign in by password');
    return begin(model, world, { person, identity, answer });
  }
  const isTrusted = device?.is_good === true && device.identity === identity;
  const asks = answer.body.twoFactorRedirect === true;
  demand(asks === !isTrusted, `the second factor of ${email} was ${asks ? '' : 'not '}asked for`);
  if (isTrusted) {
    device.cookie = trustOf(answer);
    model.saw('sign in on a trusted device');
    return begin(model, world, { person, identity, answer });
  }
  const has_session = [...answer.cookies.keys()].some((name) => name.endsWith('session_token'));
  demand(!has_session, `a session of ${email} began before the second factor`);
  const begun = { cookie: cookieOf(answer), identity, person, is_good: true };
  model.begun.push(begun);
  if (identity.app.person === person) await openByCode(model, world, begun, attempt.second);
}

const trustOf = ({ cookies }: Answer): string =>
  [...cookies].flatMap(([name, value]) => (name.endsWith('trust_device') ? [`${name}=${value}`] : []))[0] ??
  '';

interface Opened {
  readonly person: PersonNumber;
  readonly identity: Identity;
  readonly answer: Answer;
}

/** Continues a sign-in after its password was accepted, immediately or much later. */
export async function openByCode(
  model: Model,
  world: World,
  begun: Keepsake,
  second: SecondFactor = { way: 'code', trusts: false },
): Promise<void> {
  const { identity, person, cookie } = begun;
  const { app } = identity;
  const recovery_code = second.way === 'recovery code' ? app?.recovery_codes[0] : undefined;
  // The service accepts a code only once within its 30 seconds, and no history waits that long.
  await world.service.database.pool.query('delete from staff_used_codes');
  // A person without the app can only guess. A sign-in that was ended is tried with the right code, which
  // must be refused.
  const key = begun.is_good && app?.person !== person ? 'A' : (app?.key ?? 'A');
  const answer = await world.send(
    'POST',
    recovery_code === undefined ? '/auth/two-factor/verify-totp' : '/auth/two-factor/verify-backup-code',
    { cookie, body: { code: recovery_code ?? totpOf(key), trustDevice: second.trusts } },
  );
  if (!begun.is_good || app?.person !== person) {
    const why = begun.is_good ? 'with the app of somebody else' : 'that was ended';
    demand(answer.status === 401, `a sign-in of ${identity.email} ${why} went on: ${answer.status}`);
    if (!begun.is_good) model.saw('a sign-in that was begun before it was ended');
    return;
  }
  demand(answer.status === 200, `the code of ${identity.email} got ${answer.status}`);
  if (recovery_code !== undefined) app.recovery_codes.shift();
  model.saw(recovery_code === undefined ? 'sign in by code' : 'sign in by recovery code');
  begun.is_good = false;
  if (second.trusts) model.devices.push({ cookie: trustOf(answer), identity, person, is_good: true });
  await begin(model, world, { person, identity, answer });
}

/** Uses a passkey that a person has on one of their devices. */
export async function openByPasskey(model: Model, world: World, passkey: HeldPasskey): Promise<void> {
  const options = await world.send('GET', '/auth/passkey/generate-authenticate-options');
  const answer = await world.send('POST', '/auth/passkey/verify-authentication', {
    cookie: cookieOf(options),
    body: { response: passkey.device.get(options.body) },
  });
  const { identity, person } = passkey;
  if (!identity.is_member || !identity.passkeys.includes(passkey)) {
    demand(answer.status === 401, `a passkey that opens nothing got ${answer.status}`);
    return model.saw(identity.is_member ? 'a passkey that was removed' : 'a passkey of a member who is gone');
  }
  demand(answer.status === 200, `a passkey of ${identity.email} got ${answer.status}`);
  model.saw('sign in by passkey');
  await begin(model, world, { person, identity, answer });
}

async function begin(model: Model, { service }: World, { person, identity, answer }: Opened): Promise<void> {
  const cookie = cookieOf(answer);
  const token = tokenOf(cookie);
  // If there is a passkey, a password alone does not count as step-up authentication. Another test checks
  // that (dashboard/walk.test.ts).
  await service.database.pool.query('update staff_sessions set proven_at = now() where token = $1', [token]);
  model.sessions.push({ ...{ cookie, token, identity, person }, is_open: true });
}

/** Checks that a session gives access to its own merchant only. */
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
