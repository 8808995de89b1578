import { mayGive } from '@guichet/core/testing';
import { linkSteps } from './link-steps.ts';
import { runsTeam } from './model.ts';
import { selfSteps } from './self-steps.ts';
import { everybody, type Pick, type Step } from './step.ts';
import { teamSteps } from './team-steps.ts';

/** Sequences of steps that would rarely occur by chance. */

/** Returns a pick that chooses a wanted item if there is one, and a random one otherwise. */
const lead =
  (pick: Pick, ...wanted: readonly unknown[]): Pick =>
  (items) => {
    const fitting = items.filter((item) => wanted.includes(item));
    return pick(fitting.length > 0 ? fitting : items);
  };

/** A member makes a link and is removed or demoted by another member; then the link is used. */
const outlive: Step = async (model, world, pick) => {
  const runners = model.openSessions().filter(runsTeam);
  const pairs = runners.flatMap((maker) =>
    runners
      .filter(({ identity }) => identity !== maker.identity && identity.merchant === maker.identity.merchant)
      .filter(({ identity }) => mayGive(identity.role, maker.identity.role))
      .map((other) => [maker, other] as const),
  );
  const [maker, other] = pick(pairs);
  const { invite, accept, makeLink, useLink } = linkSteps;
  const [make, use] = pick([
    [invite, accept],
    [makeLink, useLink],
  ] as const);
  const links_before = model.links.length;
  const words = [await make(model, world, lead(pick, maker))];
  const link = model.links[links_before];
  if (link === undefined) return words.join();
  const change = pick([teamSteps.remove, teamSteps.changeRole]);
  words.push(await change(model, world, lead(pick, other, maker.identity, 'viewer')));
  words.push(await use(model, world, lead(pick, link)));
  return words.join(', then ');
};

/**
 * A person changes their address to another person's and adds a passkey; then the other person joins a
 * merchant.
 */
const squat: Step = async (model, world, pick) => {
  const session = pick(model.openSessions());
  const guest = pick(everybody.filter((person) => person !== session.person));
  const words = [await selfSteps.changeEmail(model, world, lead(pick, session, guest))];
  words.push(await selfSteps.addPasskey(model, world, lead(pick, session)));
  const links_before = model.links.length;
  words.push(await linkSteps.inviteByOperator(model, world, lead(pick, guest)));
  const link = model.links[links_before];
  if (link !== undefined) words.push(await linkSteps.accept(model, world, lead(pick, link)));
  return words.join(', then ');
};

export const plots = { outlive, squat };
