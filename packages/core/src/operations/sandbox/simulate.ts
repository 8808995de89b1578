import { isDeepStrictEqual } from 'node:util';
import { invalidFields } from '@guichet/kernel/errors';
import {
  otherwise,
  type Scenario,
  scenarioFor,
  scenarioOf,
  scenarios,
} from '@guichet/operators/sandbox/scenarios';
import type { CommandActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { type End, expectedEnd } from './expected-end.ts';
import { findMeans, type Means } from './find-means.ts';
import { type Progress, startPayment, startPayout } from './journey.ts';
import { pollFor } from './poll.ts';

/** Longer than any case takes: inquiries follow after 3, 6 and 11 s, and another if the service is busy. */
const case_max_ms = 60_000;
/** Maximum number of concurrent cases. */
const beside_max = 8;
/** Digits that have no row in the table. */
const other_digits = '99';

export type Kind = 'payment' | 'payout';

/** A step in the course of a case. */
export interface SimulatedStep {
  /** Milliseconds since the case began. */
  readonly at_ms: number;
  readonly text: string;
}

export interface SimulatedCase {
  readonly digits: string;
  readonly title: string;
  readonly object_id: string;
  /** Whether it ended as the sandbox's table promises. */
  readonly ok: boolean;
  readonly expected: End;
  readonly became: End;
  readonly event_ids: readonly string[];
  readonly steps: readonly SimulatedStep[];
}

/** Lists the rows of the table: the outcome of each pair of digits. */
export function listCases(): readonly Pick<Scenario, 'digits' | 'title' | 'details'>[] {
  return [...scenarios, otherwise].map(({ digits, title, details }) => ({ digits, title, details }));
}

/**
 * Runs cases of the sandbox to their end, each with a real test-mode payment or payout: enters codes,
 * approves, ends sessions early. A few run concurrently.
 *
 * @param input.digits the last two digits of numbers, or `other`
 * @param input.merchant_id the demo merchant when null
 * @param onStep called for each step as it happens
 * @throws AppError `forbidden`, `invalid_fields`, `merchant_not_found`, `conflict` when no operator is offered or
 * the payout rule requires a second person,
 * `unavailable` when no worker is running
 */
export async function simulateCases(
  ctx: Context,
  actor: CommandActor,
  input: { readonly digits: readonly string[]; readonly kind: Kind; readonly merchant_id: string | null },
  onStep: (digits: string, step: SimulatedStep) => void,
): Promise<readonly SimulatedCase[]> {
  requireScope(actor, 'installation:write');
  const wrong = input.digits.filter((digits) => !/^(\d\d|other)$/.test(digits));
  if (wrong.length > 0)
    throw invalidFields({ case: [`must be two digits or “other”, not ${wrong.join(', ')}`] });
  const means = await findMeans(ctx, actor, input.merchant_id);
  const done = new Map<number, SimulatedCase>();
  const waiting = input.digits.map((digits, place) => ({ digits, place }));
  const runInTurn = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { digits, place } = next;
      done.set(place, await simulate(ctx, means, digits, input.kind, (step) => onStep(digits, step)));
    }
  };
  await Promise.all(Array.from({ length: beside_max }, runInTurn));
  return input.digits.flatMap((_, place) => done.get(place) ?? []);
}

async function simulate(
  ctx: Context,
  means: Means,
  digits: string,
  kind: Kind,
  onStep: (step: SimulatedStep) => void,
): Promise<SimulatedCase> {
  const phone_digits = digits === otherwise.digits ? other_digits : digits;
  const { title } = scenarioFor(phone_digits);
  const scenario = scenarioOf({ phone: phone_digits, direction: kind === 'payment' ? 'collect' : 'payout' });
  const expected = expectedEnd(scenario, kind);
  const steps: SimulatedStep[] = [];
  const began_ms = performance.now();
  const tell = (text: string): void => {
    const step = { at_ms: Math.round(performance.now() - began_ms), text };
    steps.push(step);
    onStep(step);
  };
  const start = kind === 'payment' ? startPayment : startPayout;
  const journey = await start(ctx, means, scenario, phone_digits);
  const { amount, currency, operator } = means;
  tell(`${journey.object_id}: ${amount} ${currency} with ${operator.code}`);

  let seen: Progress | null = null;
  let hasActed = false;
  await pollFor(case_max_ms, async () => {
    const progress = await journey.look();
    for (const text of changesOf(seen, progress, kind)) tell(text);
    seen = progress;
    if (isDeepStrictEqual(endOf(progress), expected)) return true;
    if (progress.status === 'processing' && !hasActed) {
      const done = await journey.act();
      hasActed = done !== undefined;
      if (done) tell(done);
    }
    return undefined;
  });
  const last = seen ?? (await journey.look());
  const became = endOf(last);
  const { object_id } = journey;
  const ok = isDeepStrictEqual(became, expected);
  return { digits, title, object_id, ok, expected, became, event_ids: last.event_ids, steps };
}

function endOf({ status, events, failure, late, needs_review }: Progress): End {
  return { status, events, failure, late, needs_review };
}

/** Describes the changes between two states. */
function changesOf(before: Progress | null, now: Progress, kind: Kind): readonly string[] {
  const told: string[] = [];
  if (before?.status !== now.status || before.doing !== now.doing) {
    const why = now.failure ?? (now.status === 'processing' ? now.doing : null);
    told.push(
      [`${kind} is ${now.status}`, ...(now.late ? ['late'] : []), ...(why === null ? [] : [why])].join(', '),
    );
  }
  if (now.needs_review && !before?.needs_review) told.push('it needs review');
  for (let at = before?.events.length ?? 0; at < now.events.length; at++) {
    told.push(`event ${kind}.${now.events[at]} ${now.event_ids[at]}`);
  }
  return told;
}
