import { openByPasskey, openByPassword } from './open.ts';
import { everybody, type Step } from './step.ts';
import { addressOf, demand, merchants_count } from './world.ts';

/** With any password that the person knows, at any address, with a merchant named or not. */
const signIn: Step = async (model, world, pick) => {
  const person = pick(everybody);
  const known = [...model.passwords].filter(([, who]) => who.has(person)).map(([password]) => password);
  const password = pick(known);
  const fitting = model.identities.filter((one) => one.password === password);
  // Mostly where it fits.
  const email = pick([...fitting.map((one) => one.email), addressOf(pick(everybody))]);
  const merchant = pick([undefined, undefined, ...Array(merchants_count).keys()]);
  // Only those who know the code get past the second step; nobody else goes on from there.
  const asks_code = fitting.some((one) => one.email === email && one.totp_key !== null);
  if (asks_code && fitting.some((one) => !one.holders.has(person))) return `${person} has no code`;
  await openByPassword(model, world, { person, email, password, merchant });
  return `${person} signs in as ${email}${merchant === undefined ? '' : ` to merchant ${merchant}`}`;
};

const signInByPasskey: Step = async (model, world, pick) => {
  const passkey = pick(model.passkeys);
  await openByPasskey(model, world, passkey);
  const { person, identity } = passkey;
  return `${person} shows a passkey of ${identity.email} at merchant ${identity.merchant}`;
};

/** More wrong passwords than anybody gets, from one network: nobody else is kept out by them. */
const guess: Step = async (_model, world, pick) => {
  const email = addressOf(pick(everybody));
  for (let round = 0; round < 3; round++) {
    const body = { email, password: 'a guess of somebody' };
    const { status } = await world.send('POST', '/auth/sign-in/email', { body });
    demand(status === 401, `a wrong password got ${status}`);
  }
  return `somebody guesses at ${email}`;
};

export const signInSteps = { signIn, signInByPasskey, guess };
