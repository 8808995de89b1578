import type { Model, PersonNumber } from './model.ts';
import { openByCode, openByPasskey, openByPassword } from './open.ts';
import { everybody, type Pick, type Step } from './step.ts';
import { addressOf, demand, merchants_count } from './world.ts';

/**
 * Signs in: mostly with a known address and its password, otherwise with any password that the person knows
 * at any address. Uses any of the person's devices.
 */
const signIn: Step = async (model, world, pick) => {
  const { person, email, password } = pick([pickOwn, pickOwn, pickOwn, pickAny])(model, pick);
  const merchant = pick([undefined, undefined, undefined, ...Array(merchants_count).keys()]);
  const device = pick([undefined, ...model.devices.filter((one) => one.person === person)].reverse());
  const second = { way: pick(['code', 'recovery code'] as const), trusts: pick([true, false]) };
  await openByPassword(model, world, { person, email, password, merchant, device, second });
  return `${person} signs in as ${email}${merchant === undefined ? '' : ` to merchant ${merchant}`}`;
};

interface Credentials {
  readonly person: PersonNumber;
  readonly email: string;
  readonly password: string;
}

function pickOwn(model: Model, pick: Pick): Credentials {
  const members = model.identities.filter(({ is_member }) => is_member);
  const { holders, email, password, app } = pick([
    ...members,
    ...members.filter((one) => one.app),
    // The identities of trusted devices, where the code may be skipped, or has to be entered again.
    ...model.devices.map(({ identity }) => identity),
  ]);
  const knowing = [...holders].filter((person) => model.passwords.get(password)?.has(person));
  return { person: pick(app ? [...knowing, app.person] : knowing), email, password };
}

function pickAny(model: Model, pick: Pick): Credentials {
  const person = pick(everybody);
  const known = [...model.passwords].filter(([, who]) => who.has(person)).map(([password]) => password);
  const password = pick(known);
  const fitting = model.identities.filter((one) => one.password === password);
  return { person, password, email: pick([...fitting.map((one) => one.email), addressOf(pick(everybody))]) };
}

/** Signs in with an app or a recovery code, and trusts the device from then on, or does not. */
const signInByCode: Step = async (model, world, pick) => {
  const identity = pick(model.identities.filter(({ is_member, app }) => is_member && app));
  const { email, password, merchant, app } = identity;
  const second = { way: pick(['code', 'recovery code'] as const), trusts: pick([true, false]) };
  const person = app?.person ?? 0;
  await openByPassword(model, world, { person, email, password, merchant, second });
  return `${person} signs in as ${email} to merchant ${merchant} by a ${second.way}`;
};

/** Signs in on a trusted device, with the current password. */
const signInAgain: Step = async (model, world, pick) => {
  const device = pick(model.devices);
  const { person, identity } = device;
  const { email, password, merchant } = identity;
  await openByPassword(model, world, { person, email, password, merchant, device });
  return `${person} signs in as ${email} to merchant ${merchant} where they did before`;
};

/** Continues a sign-in whose code is still missing, or was already entered. */
const finishSignIn: Step = async (model, world, pick) => {
  const begun = pick(model.begun);
  await openByCode(model, world, begun, { way: 'code', trusts: pick([true, false]) });
  return `${begun.person} goes on with a sign-in as ${begun.identity.email}`;
};

const signInByPasskey: Step = async (model, world, pick) => {
  const passkey = pick(model.passkeys);
  await openByPasskey(model, world, passkey);
  const { person, identity } = passkey;
  return `${person} shows a passkey of ${identity.email} at merchant ${identity.merchant}`;
};

/** Tries several wrong passwords at an address, which must not lock out its owner. */
const guess: Step = async (_model, world, pick) => {
  const email = addressOf(pick(everybody));
  for (let round = 0; round < 3; round++) {
    const body = { email, password: 'a guess of somebody' };
    const { status } = await world.send('POST', '/auth/sign-in/email', { body });
    demand(status === 401, `a wrong password got ${status}`);
  }
  return `somebody guesses at ${email}`;
};

export const signInSteps = { signIn, signInByCode, signInAgain, finishSignIn, signInByPasskey, guess };
