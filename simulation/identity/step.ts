import { type Identity, type Model, runsTeam, type Session } from './model.ts';
import { people_count, usualPassword, type World } from './world.ts';

/** Chooses among what there is at that moment; a step that has nothing to choose from is left out. */
export type Pick = <Item>(items: readonly Item[]) => Item;
/** Does one thing and holds the answer to what it should be. @returns what was done, for people */
export type Step = (model: Model, world: World, pick: Pick) => Promise<string>;

/** Thrown by {@link Pick} where there is nothing. */
export class NothingToPick extends Error {}

export const everybody = Array.from({ length: people_count }, (_, person) => person);

let chosen = 0;

/** A password of one's own, which some people have everywhere. */
export function choosePassword(person: number, pick: Pick): string {
  return pick([true, false]) ? usualPassword(person) : `a new one of ${person}: ${++chosen}`;
}

/** Anybody who is signed in, and mostly somebody who runs a team. */
export function pickRunner(model: Model, pick: Pick): Session {
  const sessions = model.openSessions();
  const runners = sessions.filter(runsTeam);
  return pick([...sessions, ...runners, ...runners, ...runners]);
}

/** Mostly of one's own team, else of any merchant, where nothing should be done to them. */
export function pickTarget(model: Model, { identity }: Session, pick: Pick): Identity {
  const team = model.members(identity.merchant);
  return pick([...team, ...team, pick(model.identities)]);
}
