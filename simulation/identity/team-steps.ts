import { roles } from '@guichet/core/platform';
import { mayGive, scopes_of } from '@guichet/core/testing';
import type { Identity, Model, Session } from './model.ts';
import { type Pick, pickRunner, pickTarget, type Step } from './step.ts';
import { demand } from './world.ts';

/** Whether an identity is the only owner of its merchant. */
function isLastOwner(model: Model, { merchant, role }: Identity): boolean {
  const owners = model.members(merchant).filter((one) => one.role === 'owner');
  return role === 'owner' && owners.length === 1;
}

const isOwn = ({ identity }: Session, target: Identity): boolean =>
  target.is_member && target.merchant === identity.merchant;

/** Picks a member, mostly one who has made a link that is still unused. */
function pickMember(model: Model, session: Session, pick: Pick): Identity {
  const { merchant } = session.identity;
  const makers = model.links.flatMap(({ maker, is_open }) => (is_open && maker?.is_member ? [maker] : []));
  const own = makers.filter((maker) => maker.merchant === merchant && maker !== session.identity);
  return pick([pickTarget(model, session, pick), ...own]);
}

const changeRole: Step = async (model, { send, merchants }, pick) => {
  const session = pickRunner(model, pick);
  const { identity, cookie, person } = session;
  const target = pickMember(model, session, pick);
  const role = pick(roles);
  const path = `/api/${merchants[identity.merchant]}/test/team/members/${target.id}`;
  const { status } = await send('PATCH', path, { cookie, body: { role } });
  const may_ever = scopes_of[identity.role].includes('team:write');
  const may = mayGive(identity.role, role) && mayGive(identity.role, target.role);
  const isLast = role !== 'owner' && isLastOwner(model, target);
  const expected = !may_ever ? 403 : !isOwn(session, target) ? 404 : !may ? 403 : isLast ? 409 : 200;
  demand(status === expected, `a role got ${status} instead of ${expected}`);
  if (status === 404) model.saw('an act on another merchant');
  if (status === 200) {
    const [from, to] = [roles.indexOf(target.role), roles.indexOf(role)];
    if (from !== to) model.saw(to < from ? 'raise a role' : 'lower a role');
    target.role = role;
  }
  return `${person} makes ${target.email} of merchant ${target.merchant} a ${role}: ${status}`;
};

const remove: Step = async (model, { send, merchants }, pick) => {
  const session = pickRunner(model, pick);
  const { identity, cookie, person } = session;
  const target = pick([pickMember(model, session, pick), pickMember(model, session, pick), session.identity]);
  const path = `/api/${merchants[identity.merchant]}/test/team/members/${target.id}`;
  const { status } = await send('DELETE', path, { cookie });
  const isLeaving = target === identity;
  const may_ever = isLeaving || scopes_of[identity.role].includes('team:write');
  const may = isLeaving || mayGive(identity.role, target.role);
  const isLast = isLastOwner(model, target);
  const expected = !may_ever ? 403 : !isOwn(session, target) ? 404 : !may ? 403 : isLast ? 409 : 200;
  demand(status === expected, `a removal got ${status} instead of ${expected}`);
  if (status === 404) model.saw('an act on another merchant');
  if (status === 200) {
    model.saw(isLeaving ? 'leave' : 'remove a member');
    model.remove(target);
  }
  return `${person} removes ${target.email} of merchant ${target.merchant}: ${status}`;
};

export const teamSteps = { changeRole, remove };
