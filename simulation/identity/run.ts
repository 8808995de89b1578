import { type Role, roles } from '@guichet/core/platform';
import fc from 'fast-check';
import type { TestService } from '../../test-support/service.ts';
import { checkHeld } from './check.ts';
import { count, type Tally } from './deeds.ts';
import type { Model } from './model.ts';
import { openByPasskey, openByPassword, requireReach } from './open.ts';
import { NothingToPick, type Pick } from './step.ts';
import { often, steps } from './steps.ts';
import { Breach, makeWorld, merchants_count, people_count, type World } from './world.ts';

export interface Run {
  readonly histories: number;
  readonly seed: number;
  /** The path from the message of a failure: if given, only that history is played. */
  readonly path?: string | undefined;
  /** Whether to shorten a failing history as far as possible, which takes minutes. */
  readonly shorten?: boolean;
  /** The breach at which to stop; if omitted, any breach. */
  readonly wanted?: RegExp;
}

/** Identifies one history among those that a seed produces. */
export interface StoredHistory {
  readonly seed: number;
  readonly path: string;
}

/** The number of histories that were played, and what happened in them. */
export interface Played {
  histories: number;
  steps: number;
  sign_ins: number;
  readonly tally: Tally;
}

const steps_max = 48;
const hired_max = 5;
const hired = fc.record({
  person: fc.nat({ max: people_count - 1 }),
  merchant: fc.nat({ max: merchants_count - 1 }),
  // Owners and admins are drawn more often, so that several people can manage a team and act on one another.
  role: fc.constantFrom<Role>(...roles, 'owner', 'admin', 'admin'),
});

/** A history with a breach. The message contains its steps, and the result of the last one. */
export class HistoryFailed extends Error {
  override readonly name = 'HistoryFailed';
  readonly history: StoredHistory;
  /** The breach, in one line. */
  readonly breach: string;

  constructor(report: string, breach: string, history: StoredHistory) {
    super(report);
    this.breach = breach;
    this.history = history;
  }
}

/**
 * Plays random histories and stops at the first breach.
 *
 * @returns the numbers of histories, steps and sign-ins
 * @throws HistoryFailed
 */
export async function playHistories(
  service: TestService,
  { histories, seed, path, shorten = false, wanted }: Run,
): Promise<Played> {
  const played: Played = { histories: 0, steps: 0, sign_ins: 0, tally: new Map() };
  const arbitraries = often.map((name) =>
    fc.array(fc.nat(), { minLength: 8, maxLength: 8 }).map((choices) => new Command(name, choices, played)),
  );
  const property = fc.asyncProperty(
    // Without the bias of fast-check, which would pick the same person again and again, and make histories
    // too short.
    fc.noBias(fc.array(hired, { maxLength: hired_max, size: 'max' })),
    fc.noBias(fc.commands(arbitraries, { maxCommands: steps_max, size: 'max' })),
    async (people, commands) => {
      await service.database.pool.query('delete from rate_limit_buckets');
      const { model, world } = await makeWorld(service, people);
      await stopAt(wanted, async () => {
        await signInAll(model, world);
        await fc.asyncModelRun(() => ({ model, real: world }), commands);
        await tryEverything(model, world);
      });
      played.histories++;
      played.sign_ins += model.sessions.length;
      for (const [seen, times] of model.tally) count(played.tally, seen, times);
    },
  );
  const details = await fc.check(property, {
    seed,
    ...(path === undefined ? { numRuns: histories } : { numRuns: 1, path }),
    endOnFailure: !shorten,
    includeErrorInReport: true,
  });
  const report = await fc.asyncDefaultReportMessage(details);
  if (report !== undefined) {
    const history = { seed: details.seed, path: details.counterexamplePath ?? '0' };
    throw new HistoryFailed(report, String(details.errorInstance), history);
  }
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

async function signInAll(model: Model, world: World): Promise<void> {
  for (const { holders, email, password, merchant } of [...model.identities]) {
    const [person = 0] = holders;
    await openByPassword(model, world, { person, email, password, merchant });
  }
}

/**
 * Tries every means of access at the end of a history. Those that should work must give access to their own
 * merchant only, and no others may work.
 */
async function tryEverything(model: Model, world: World): Promise<void> {
  for (const session of [...model.sessions]) await requireReach(world, session);
  for (const passkey of [...model.passkeys]) await openByPasskey(model, world, passkey);
  for (const { email, password, merchant, holders, app } of [...model.identities]) {
    // Signs in as a holder of the identity who knows the password, if possible as the one who also has the
    // app. A holder may know the password only because another identity of theirs has the same one.
    const knowing = [...holders].filter((one) => model.passwords.get(password)?.has(one));
    const person = knowing.find((one) => one === app?.person) ?? knowing[0];
    if (person === undefined) throw new Error(`nobody knows the password of ${email}`);
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
