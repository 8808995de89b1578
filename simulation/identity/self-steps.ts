import { totpOf } from '@guichet/server/dashboard/testing/enrol';
import { makePasskey } from '../../test-support/authenticator.ts';
import { choosePassword, everybody, type Step } from './step.ts';
import { addressOf, cookieOf, demand, follow } from './world.ts';

/**
 * Changes the address of an identity to that of any person, because the service cannot see whose address it
 * is.
 */
const changeEmail: Step = async (model, { send }, pick) => {
  const { identity, cookie, person } = pick(model.openSessions());
  const email = addressOf(pick(everybody));
  const { status } = await send('POST', '/api/me/email', { cookie, body: { email } });
  const isTaken = model.members(identity.merchant).some((one) => one.email === email && one !== identity);
  demand(status === (isTaken ? 409 : 200), `another address got ${status}`);
  if (status === 200) {
    if (identity.email !== email) model.saw('change the address');
    identity.email = email;
  }
  return `${person} is ${email} at merchant ${identity.merchant} from now on: ${status}`;
};

const changePassword: Step = async (model, { send }, pick) => {
  const session = pick(model.openSessions());
  const { identity, cookie, person } = session;
  const newPassword = choosePassword(person, pick);
  const isKnown = model.passwords.get(identity.password)?.has(person) ?? false;
  const currentPassword = isKnown ? identity.password : 'not known to them';
  const answer = await send('POST', '/auth/change-password', {
    cookie,
    body: { currentPassword, newPassword },
  });
  demand(answer.status === (isKnown ? 200 : 400), `another password got ${answer.status}`);
  if (isKnown) {
    model.saw('change the password');
    model.learn(person, newPassword);
    identity.password = newPassword;
    model.endSessions(identity, session);
    follow(session, answer);
  }
  return `${person} changes the password at merchant ${identity.merchant}: ${answer.status}`;
};

/** Adds a new passkey, or one that the person's device made before, for this identity or a different one. */
const addPasskey: Step = async (model, { send, service }, pick) => {
  const session = pick(model.openSessions());
  const { identity, cookie, person } = session;
  const options = await send('GET', '/auth/passkey/generate-register-options', { cookie });
  demand(options.status === 200, `the options of a passkey got ${options.status}`);
  const made = model.passkeys.filter((one) => one.person === person);
  const device = pick([...made.map((one) => one.device), makePasskey(service.url), makePasskey(service.url)]);
  const isKnown = model.identities.some(
    (one) => one.is_member && one.passkeys.some((of) => of.device === device),
  );
  const answer = await send('POST', '/auth/passkey/verify-registration', {
    cookie: `${cookie}; ${cookieOf(options)}`,
    body: { response: device.create(options.body), name: 'Phone' },
  });
  const { status, body } = answer;
  if (isKnown) {
    demand(status === 400, `a passkey that is registered already got ${status}`);
    model.saw('a passkey that is registered already');
    return `${person} adds a passkey again`;
  }
  demand(status === 200, `a new passkey got ${status}`);
  model.saw('add a passkey');
  const passkey = { device, identity, person, id: body.id };
  identity.passkeys.push(passkey);
  model.addPasskey(passkey);
  // Adding a passkey requires step-up authentication, which creates a new session token.
  follow(session, answer);
  return `${person} adds a passkey at merchant ${identity.merchant}`;
};

/** Removes a passkey of the person's identity, or tries to remove any other passkey by its id. */
const removePasskey: Step = async (model, { send }, pick) => {
  const { identity, cookie, person } = pick(model.openSessions());
  const passkey = pick([...identity.passkeys, ...identity.passkeys, pick(model.passkeys)]);
  const { status } = await send('POST', '/auth/passkey/delete-passkey', { cookie, body: { id: passkey.id } });
  const isOwn = identity.passkeys.includes(passkey);
  demand(status === (isOwn ? 200 : 404), `taking a passkey away got ${status}`);
  if (isOwn) {
    model.saw('remove a passkey');
    identity.passkeys = identity.passkeys.filter((one) => one !== passkey);
  }
  return `${person} takes a passkey of ${passkey.identity.email} away: ${status}`;
};

/** Sets up an app, or removes it. */
const changeApp: Step = async (model, { send }, pick) => {
  const session = pick(model.openSessions());
  const { identity, cookie, person } = session;
  const { password } = identity;
  if (!model.passwords.get(password)?.has(person)) return `${person} does not know the password`;
  const isOn = identity.app !== null;
  const path = isOn ? '/auth/two-factor/disable' : '/auth/two-factor/enable';
  const answer = await send('POST', path, { cookie, body: { password } });
  demand(answer.status === 200, `an app got ${answer.status}`);
  follow(session, answer);
  model.saw(isOn ? 'remove an app' : 'set up an app');
  identity.app = null;
  if (isOn) model.forgetDevices(identity);
  else {
    const key = new URL(answer.body.totpURI).searchParams.get('secret') ?? '';
    const body = { code: totpOf(key) };
    const verified = await send('POST', '/auth/two-factor/verify-totp', { cookie: session.cookie, body });
    demand(verified.status === 200, `the first code got ${verified.status}`);
    follow(session, verified);
    identity.app = { key, person, recovery_codes: answer.body.backupCodes };
  }
  return `${person} ${isOn ? 'takes away' : 'sets up'} an app at merchant ${identity.merchant}`;
};

const endSessions: Step = async (model, { send }, pick) => {
  const session = pick(model.openSessions());
  const { identity, cookie, person } = session;
  const everywhere = pick([true, false]);
  if (everywhere) {
    const others = await send('DELETE', '/api/me/sessions', { cookie });
    demand(others.status === 200, `signing out elsewhere got ${others.status}`);
  }
  const { status } = await send('POST', '/auth/sign-out', { cookie, body: {} });
  demand(status === 200, `signing out got ${status}`);
  session.is_open = false;
  model.saw(everywhere ? 'sign out everywhere' : 'sign out');
  if (everywhere) model.endSessions(identity);
  return `${person} signs out of merchant ${identity.merchant}${everywhere ? ', everywhere' : ''}`;
};

export const selfSteps = { changeEmail, changePassword, addPasskey, removePasskey, changeApp, endSessions };
