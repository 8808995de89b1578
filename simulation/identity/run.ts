import fc from 'fast-check';
import type { TestService } from '../../test-support/service.ts';
import { checkHeld } from './check.ts';
import type { Model } from './model.ts';
import { openByPasskey, openByPassword, requireReach } from './open.ts';
import { NothingToPick, type Pick } from './step.ts';
import { steps } from './steps.ts';
import { Breach, makeWorld, type World } from './world.ts';

export interface Run {
  readonly histories: number;
  readonly seed: number;
  /** The only breach to stop at; left out, any. */
  readonly wanted?: RegExp;
  /** Names of the kinds of steps; all when left out. */
  readonly steps?: readonly string[];
}

const steps_max = 24;

/** Plays random histories and stops at the first that breaks the property. @returns how much was played */
export async function playHistories(
  service: TestService,
  { histories, seed, wanted, steps: names = Object.keys(steps) }: Run,
): Promise<{ histories: number; steps: number; sign_ins: number }> {
  const played = { histories: 0, steps: 0, sign_ins: 0 };
  const arbitraries = names.map((name) =>
    fc.array(fc.nat(), { minLength: 8, maxLength: 8 }).map((choices) => new Command(name, choices, played)),
  );
  const property = fc.asyncProperty(
    fc.commands(arbitraries, { maxCommands: steps_max, size: 'max' }),
    async (commands) => {
      await service.database.pool.query('delete from rate_limit_buckets');
      const { model, world } = await makeWorld(service);
      await stopAt(wanted, async () => {
        await signInOwners(model, world);
        await fc.asyncModelRun(() => ({ model, real: world }), commands);
        await tryEverything(model, world);
      });
      played.histories++;
      played.sign_ins += model.sessions.length;
    },
  );
  const report = { includeErrorInReport: true, endOnFailure: wanted !== undefined };
  await fc.assert(property, { numRuns: histories, seed, ...report });
  return played;
}

async function stopAt(wanted: RegExp | undefined, play: () => Promise<void>): Promise<void> {
  try {
    await play();
  } catch (error) {
    const isOther = wanted !== undefined && error instanceof Breach && !wanted.test(error.message);
    if (!isOther) throw error;
  }
}

async function signInOwners(model: Model, world: World): Promise<void> {
  for (const { merchant: person, email, password } of [...model.identities]) {
    await openByPassword(model, world, { person, email, password });
  }
}

/** At the end of a history every door is tried: what should open opens, for its merchant alone, and nothing else does. */
async function tryEverything(model: Model, world: World): Promise<void> {
  for (const session of [...model.sessions]) await requireReach(world, session);
  for (const passkey of [...model.passkeys]) await openByPasskey(model, world, passkey);
  for (const { email, password, merchant, holders } of [...model.identities]) {
    const [person = 0] = holders;
    await openByPassword(model, world, { person, email, password, merchant });
  }
  await checkHeld(model, world);
}

class Command implements fc.AsyncCommand<Model, World> {
  private said = '';
  private readonly step_name: string;
  private readonly choices: readonly number[];
  private readonly played: { steps: number };

  constructor(step_name: string, choices: readonly number[], played: { steps: number }) {
    this.step_name = step_name;
    this.choices = choices;
    this.played = played;
  }

  check(): boolean {
    return true;
  }

  async run(model: Model, world: World): Promise<void> {
    this.said = `${this.step_name} …`;
    try {
      this.said = (await steps[this.step_name]?.(model, world, makePick(this.choices))) ?? '';
    } catch (error) {
      if (!(error instanceof NothingToPick)) throw error;
      this.said = `nothing to ${this.step_name}`;
      return;
    }
    this.played.steps++;
    await checkHeld(model, world);
  }

  toString(): string {
    return this.said;
  }
}

function makePick(choices: readonly number[]): Pick {
  let place = 0;
  return (items) => {
    const item = items[(choices[place++ % choices.length] ?? 0) % Math.max(1, items.length)];
    if (items.length === 0) throw new NothingToPick();
    return item as (typeof items)[number];
  };
}
