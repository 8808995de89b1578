import { makeInvitationFor, makePasswordLinkFor } from '@guichet/core/accounts';
import type { Role } from '@guichet/core/platform';
import { mayGive } from '@guichet/core/testing';
import { command } from '../../test-support/actors.ts';
import { type Identity, type Link, type Model, type PersonNumber, runsTeam } from './model.ts';
import { choosePassword, everybody, type Pick, pickRunner, pickTarget, type Step } from './step.ts';
import { addressOf, demand, type World } from './world.ts';

const given_roles: readonly Role[] = ['owner', 'admin', 'admin', 'finance', 'viewer'];

/** Picks a link to use: a valid one, one whose maker may no longer make it, or sometimes one that is over. */
function pickLink(model: Model, kind: Link['kind'], pick: Pick): Link {
  const links = model.links.filter((link) => link.kind === kind);
  const open = links.filter(({ is_open }) => is_open);
  const dead = open.filter((link) => model.flawOf(link) !== null);
  const choices = [dead, dead, open, open, links].filter(({ length }) => length > 0);
  return pick(pick(choices));
}

const secretOf = (link: unknown): string => String(link).split('#')[1] ?? '';

/** Invites a person to the team. The maker of the link gives it to that person, or keeps it. */
const invite: Step = async (model, { send, merchants }, pick) => {
  const session = pickRunner(model, pick);
  const { identity, cookie, person } = session;
  const [guest, role, hands_over] = [pick(everybody), pick(given_roles), pick([true, false])];
  const email = addressOf(guest);
  const path = `/api/${merchants[identity.merchant]}/test/team/invitations`;
  const answer = await send('POST', path, { cookie, body: { email, role } });
  const isThere = model.members(identity.merchant).some((one) => one.email === email);
  const expected = mayGive(identity.role, role) ? (isThere ? 409 : 201) : 403;
  demand(answer.status === expected, `an invitation got ${answer.status} instead of ${expected}`);
  const words = `${person} invites ${guest} to merchant ${identity.merchant} as ${role}: ${expected}`;
  if (expected !== 201) return words;
  model.saw('invite');
  addInvitation(model, {
    ...{ merchant: identity.merchant, maker: identity, role, email },
    token: secretOf(answer.body.data.link),
    known_to: hands_over ? [person, guest] : [person],
  });
  return `${words}, ${hands_over ? 'and hands the link over' : 'and keeps the link'}`;
};

const inviteByOperator: Step = async (model, { service, merchants }, pick) => {
  const [merchant, guest, role] = [pick([...merchants.keys()]), pick(everybody), pick(given_roles)];
  const email = addressOf(guest);
  if (model.members(merchant).some((one) => one.email === email)) return 'the operator invites nobody';
  const input = { merchant_id: merchants[merchant] ?? '', email, role };
  const { link } = await makeInvitationFor(service.ctx, command, input);
  model.saw('invite by the operator');
  addInvitation(model, { merchant, maker: null, role, email, token: secretOf(link), known_to: [guest] });
  return `the operator invites ${guest} to merchant ${merchant} as ${role}`;
};

function addInvitation(
  model: Model,
  made: Part<Link, 'merchant' | 'maker' | 'role' | 'email' | 'token' | 'known_to'>,
): void {
  for (const link of model.links) {
    const isSame = link.merchant === made.merchant && link.email === made.email;
    if (link.kind === 'invitation' && isSame) link.is_open = false;
  }
  model.links.push({ ...made, kind: 'invitation', target: null, clears_factors: false, is_open: true });
}
type Part<Whole, Key extends keyof Whole> = { readonly [Name in Key]: Whole[Name] };

/** Accepts an invitation as a person who knows the link, even if it was meant for a different person. */
const accept: Step = async (model, world, pick) => {
  const link = pickLink(model, 'invitation', pick);
  const person = pick(link.known_to);
  const password = choosePassword(person, pick);
  const { status } = await world.send('POST', '/api/public/invitation/accept', {
    body: { token: link.token, name: `P${person}`, password },
  });
  const words = `${person} accepts the invitation of ${link.email} to merchant ${link.merchant}: ${status}`;
  const flaw = model.flawOf(link);
  if (flaw !== null) {
    demand(status === 404, `${flaw} was taken: ${status}`);
    model.saw(flaw);
    return words;
  }
  const isThere = model.members(link.merchant).some((one) => one.email === link.email);
  demand(status === (isThere ? 409 : 201), `a good invitation got ${status}`);
  if (isThere) return words;
  link.is_open = false;
  model.saw(model.identities.some(isElsewhere(person, link)) ? 'accept with a sign-in elsewhere' : 'accept');
  model.learn(person, password);
  model.identities.push({
    ...{ id: await findId(world, link), merchant: link.merchant, email: link.email, role: link.role },
    ...{ password, app: null, passkeys: [], holders: new Set([person]), is_member: true },
  });
  return words;
};

const isElsewhere =
  (person: PersonNumber, { merchant }: Link) =>
  (one: Identity): boolean =>
    one.is_member && one.merchant !== merchant && one.holders.has(person);

async function findId({ service, merchants }: World, { merchant, email }: Link): Promise<string> {
  const { rows } = await service.database.pool.query(
    `select user_id from members join staff on staff.id = user_id
     where members.merchant_id = $1 and email = $2`,
    [merchants[merchant], email],
  );
  return rows[0].user_id;
}

/**
 * Makes a password link for a member of any team. The maker gives it to the holders of the identity, or keeps
 * it.
 */
const makeLink: Step = async (model, { send, merchants }, pick) => {
  const session = pick(model.openSessions().filter(runsTeam));
  const { identity: maker, cookie, person } = session;
  const target = pickTarget(model, session, pick);
  const path = `/api/${merchants[maker.merchant]}/test/team/members/${target.id}/password-link`;
  const answer = await send('POST', path, { cookie });
  const isOwn = target.is_member && target.merchant === maker.merchant;
  const expected = isOwn ? (mayGive(maker.role, target.role) ? 201 : 403) : 404;
  demand(answer.status === expected, `a link to a password got ${answer.status} instead of ${expected}`);
  const words = `${person} makes a link for ${target.email} of merchant ${target.merchant}: ${expected}`;
  if (expected === 404) model.saw('an act on another merchant');
  if (expected !== 201) return words;
  model.saw('make a password link');
  addPasswordLink(model, target, {
    ...{ maker, clears_factors: false, token: secretOf(answer.body.data.link) },
    known_to: pick([true, false]) ? [person] : [person, ...target.holders],
  });
  return words;
};

/**
 * Makes a password link from the command line, as the operator of the service, and gives it to a holder of
 * the identity.
 */
const resetByOperator: Step = async (model, { service, merchants }, pick) => {
  const target = pick(model.identities.filter(({ is_member }) => is_member));
  const clears_factors = pick([true, false]);
  const input = { email: target.email, merchant_id: merchants[target.merchant], clears_factors };
  const { link } = await makePasswordLinkFor(service.ctx, command, input);
  const known_to = [pick([...target.holders])];
  model.saw('reset by the operator');
  addPasswordLink(model, target, { maker: null, clears_factors, token: secretOf(link), known_to });
  return `the operator makes a link for ${target.email} of merchant ${target.merchant}`;
};

function addPasswordLink(
  model: Model,
  target: Identity,
  made: Part<Link, 'maker' | 'clears_factors' | 'token' | 'known_to'>,
): void {
  const { merchant, role, email } = target;
  model.links.push({ ...made, merchant, role, email, target, kind: 'password', is_open: true });
}

const useLink: Step = async (model, { send }, pick) => {
  const link = pickLink(model, 'password', pick);
  const person = pick(link.known_to);
  const new_password = choosePassword(person, pick);
  const { status } = await send('POST', '/api/public/password', {
    body: { token: link.token, new_password },
  });
  const { target } = link;
  const words = `${person} uses a link for ${link.email} of merchant ${link.merchant}: ${status}`;
  const flaw = model.flawOf(link);
  if (flaw !== null || !target) {
    demand(status === 404, `${flaw} was taken: ${status}`);
    if (flaw !== null) model.saw(flaw);
    return words;
  }
  demand(status === 200, `a good link to a password got ${status}`);
  model.saw('use a password link');
  for (const one of model.links) if (one.target === target) one.is_open = false;
  model.learn(person, new_password);
  model.endSessions(target);
  target.password = new_password;
  target.holders.add(person);
  if (link.clears_factors) {
    target.passkeys = [];
    target.app = null;
  }
  return words;
};

export const linkSteps = { invite, inviteByOperator, accept, makeLink, resetByOperator, useLink };
