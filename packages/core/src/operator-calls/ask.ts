import { setTimeout } from 'node:timers/promises';
import type { ConnectorAnswer, LookupRequest } from '@guichet/operators/contract';
import type { Context } from '../platform/context.ts';
import { callConnector, openConnector, type Through } from './call.ts';

/** A merchant who verifies waits for this call (design section 7: bounded to 5 s, with room for our own work). */
const deadline_ms = 4_500;
/** The operator is not asked more often than this about one attempt or payout, whoever wants to know. */
const apart_ms = 1_000;

/** An attempt or a payout, as far as asking about it goes. */
interface Open extends Through {
  readonly id: string;
  /** When the operator was last asked. While it is being asked: when that is over at the latest. */
  readonly looked_up_at: Date | null;
  /** How often it was asked, with this time. */
  readonly look_ups: number;
}

/** When the right to ask ends at the latest, and since when nobody may have asked. */
export interface Claim {
  readonly until: Date;
  readonly not_since: Date;
}

/** How an attempt, a payout or a refund is looked up. */
export interface LookUpOptions {
  /** Also when it has failed: the operator has hinted at something else. */
  readonly also_failed?: boolean;
}

/**
 * Asks the operator about one attempt or payout and has the answer taken in.
 *
 * @param steps.claim takes the right to ask; undefined when someone else has it, or there is nothing to ask
 * @param steps.apply takes the answer in; true when that has given the right back as well
 * @param steps.end gives the right back
 * @param steps.namesOf names of people in it, which are kept out of what is kept of the call
 * @returns whether it was asked
 */
export async function askOperator<Subject extends Open>(
  ctx: Pick<Context, 'db' | 'clock' | 'log' | 'connectors' | 'accounts' | 'tokens'>,
  steps: {
    claim(claim: Claim): Promise<Subject | undefined>;
    requestOf(subject: Subject): LookupRequest | Promise<LookupRequest>;
    namesOf?(subject: Subject): readonly (string | null)[] | Promise<readonly (string | null)[]>;
    apply(subject: Subject, answer: ConnectorAnswer): Promise<unknown>;
    end(subject: Subject, at: Date): Promise<unknown>;
  },
): Promise<boolean> {
  const now_ms = ctx.clock.now().getTime();
  const subject = await steps.claim({
    until: new Date(now_ms + deadline_ms),
    not_since: new Date(now_ms - apart_ms),
  });
  if (!subject) return false;
  let isEnded = false;
  try {
    const connector = await openConnector(ctx, subject);
    const request = await steps.requestOf(subject);
    const { merchant_id, id, look_ups } = subject;
    const sensitive = [request.phone, ...((await steps.namesOf?.(subject)) ?? [])];
    const answer = await callConnector(
      ctx,
      { merchant_id, id, verb: 'look_up', look_ups, sensitive },
      deadline_ms,
      (signal) => connector.lookup(request, signal),
    );
    isEnded = (await steps.apply(subject, answer)) === true;
  } finally {
    if (!isEnded) await steps.end(subject, ctx.clock.now());
  }
  return true;
}

/** Longest wait for a look-up that someone else has under way, and how often to see whether it is done. */
const others_wait_ms = 5_000;
const see_again_ms = 100;

/**
 * Has the operator asked, once at a time: who comes while someone else asks waits for that answer, 5 s at most.
 *
 * @param find what is still open; undefined when there is nothing to ask about any more
 * @param lookUp asks; false when someone else is asking or asked a moment ago
 */
export async function askInTurn<Subject extends Open>(
  ctx: Pick<Context, 'clock'>,
  find: () => Promise<Subject | undefined>,
  lookUp: (subject: Subject) => Promise<boolean>,
): Promise<void> {
  const came_at = ctx.clock.now();
  const give_up_ms = performance.now() + others_wait_ms;
  while (performance.now() < give_up_ms) {
    const subject = await find();
    if (!subject || wasLookedUpSince(ctx, subject, came_at)) return;
    if (await lookUp(subject)) return;
    await setTimeout(see_again_ms);
  }
}

/** True when the operator has been asked, and its answer taken in, at or after a time. */
function wasLookedUpSince(
  ctx: Pick<Context, 'clock'>,
  { looked_up_at }: Pick<Open, 'looked_up_at'>,
  since: Date,
): boolean {
  return looked_up_at !== null && looked_up_at >= since && looked_up_at <= ctx.clock.now();
}
