import { type Identity, type Model, runsTeam, type Session } from './model.ts';
import { people_count, usualPassword, type World } from './world.ts';

/** Picks one of the given items; a step that has none to pick is skipped. */
export type Pick = <Item>(items: readonly Item[]) => Item;
/** Performs an action and checks its result. @returns a description of the action */
export type Step = (model: Model, world: World, pick: Pick) => Promise<string>;

/** Thrown by {@link Pick} for an empty list. */
export class NothingToPick extends Error {}

export const everybody = Array.from({ length: people_count }, (_, person) => person);

let chosen = 0;

/** Chooses a new password, or the one that some people use everywhere. */
export function choosePassword(person: number, pick: Pick): string {
  return pick([true, false]) ? usualPassword(person) : `a new one of ${person}: ${++chosen}`;
}

/** Picks a signed-in person, mostly one who runs a team. */
export function pickRunner(model: Model, pick: Pick): Session {
  const sessions = model.openSessions();
  const runners = sessions.filter(runsTeam);
  return pick([...sessions, ...runners, ...runners, ...runners]);
}

/**
 * Picks mostly a member of the person's own team, otherwise a member of any merchant, on whom the step should have
 * no effect.
 */
export function pickTarget(model: Model, { identity }: Session, pick: Pick): Identity {
  const team = model.members(identity.merchant);
  return pick([...team, ...team, pick(model.identities)]);
}
