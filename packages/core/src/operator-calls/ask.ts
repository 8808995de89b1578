import { setTimeout } from 'node:timers/promises';
import type { Connector, ConnectorAnswer, LookupRequest } from '@guichet/operators/contract';
import type { Context } from '../platform/context.ts';
import { callConnector, openConnectorOrNull, type Through } from './call.ts';

/**
 * A merchant's verify request waits for this call (design section 7: 5 s at most, with room for our own
 * work).
 */
const deadline_ms = 4_500;
/** The least time between two inquiries about one attempt or payout, by any caller. */
const apart_ms = 1_000;

type Ctx = Pick<Context, 'db' | 'clock' | 'log' | 'connectors' | 'accounts' | 'tokens'>;

/** An attempt or a payout to inquire about. */
interface Open extends Through {
  readonly id: string;
  /** Time of the last inquiry; while an inquiry is in progress, the latest time at which it will end. */
  readonly inquired_at: Date | null;
  /** Number of inquiries, including this one. */
  readonly inquiries: number;
}

/**
 * A claim to make an inquiry: it expires at `until`, and is refused if another inquiry was made since `not_since`.
 */
export interface Claim {
  readonly until: Date;
  readonly not_since: Date;
  /** An earlier claim that ends later than this comes from a clock that was ahead, and does not block this one. */
  readonly not_after: Date;
}

/** The request of an inquiry. */
interface Request<Subject> {
  throughOf?(subject: Subject): Through;
  requestOf(subject: Subject): LookupRequest | Promise<LookupRequest>;
  namesOf?(subject: Subject): readonly (string | null)[] | Promise<readonly (string | null)[]>;
}

/** Options of an inquiry about an attempt, a payout or a refund. */
export interface InquiryOptions {
  /** Also inquire if it has ended: operators sometimes refuse first and pay later, or reverse a payment. */
  readonly also_ended?: boolean;
  /**
   * Also inquire about a payout or a refund that is not recorded as sent: after a restore, the record may be
   * missing.
   */
  readonly also_pending?: boolean;
  /** Receives the result of the inquiry. */
  readonly hear?: (answer: ConnectorAnswer) => void;
}

/**
 * Makes a status inquiry about one attempt or payout and applies its result.
 *
 * @param steps.claim claims the inquiry; undefined when another caller has claimed it, or when there is nothing to
 * inquire about
 * @param steps.throughOf returns the account and URL to ask, if they are not those recorded with the subject
 * @param steps.apply applies the result of an inquiry that began at `asked_at`; true if this has also released the
 * claim
 * @param steps.end releases the claim
 * @param steps.namesOf names of people in the subject, which are removed from the stored call
 * @returns whether the inquiry was made
 */
export async function askOperator<Subject extends Open>(
  ctx: Ctx,
  steps: Request<Subject> & {
    claim(claim: Claim): Promise<Subject | undefined>;
    apply(subject: Subject, answer: ConnectorAnswer, asked_at: Date): Promise<unknown>;
    end(subject: Subject, at: Date): Promise<unknown>;
  },
): Promise<boolean> {
  const now_ms = ctx.clock.now().getTime();
  const subject = await steps.claim({
    until: new Date(now_ms + deadline_ms),
    not_since: new Date(now_ms - apart_ms),
    not_after: new Date(now_ms + 2 * deadline_ms),
  });
  if (!subject) return false;
  let isEnded = false;
  try {
    const through = steps.throughOf?.(subject) ?? subject;
    const connector = await openConnectorOrNull(ctx, { ...through, id: subject.id });
    const answer = connector ? await ask(ctx, connector, subject, steps) : unusable;
    isEnded = (await steps.apply(subject, answer, new Date(now_ms))) === true;
  } finally {
    if (!isEnded) await steps.end(subject, ctx.clock.now());
  }
  return true;
}

async function ask<Subject extends Open>(
  ctx: Ctx,
  connector: Connector,
  subject: Subject,
  steps: Request<Subject>,
): Promise<ConnectorAnswer> {
  const request = await steps.requestOf(subject);
  const { merchant_id, id, inquiries } = subject;
  const sensitive = [request.phone, ...((await steps.namesOf?.(subject)) ?? [])];
  return callConnector(
    ctx,
    { merchant_id, id, verb: 'inquiry', inquiries, sensitive },
    deadline_ms,
    (signal) => connector.lookup(request, signal),
  );
}

/** The provider was not asked, so the outcome stays unknown, and needs review like that of a provider that is gone. */
const unusable: ConnectorAnswer = {
  outcome: { kind: 'unknown', cause: 'unreachable' },
  provider_reference: null,
  raw: { problem: 'the account could not be opened' },
};

/** Longest wait for another caller's inquiry, and the interval at which to check whether it is done. */
const others_wait_ms = 5_000;
const see_again_ms = 100;

/**
 * Makes a status inquiry, one at a time: a concurrent caller waits for the result of the inquiry in progress,
 * 5 s at most.
 *
 * @param find finds the subject while it is open; undefined when there is nothing to inquire about any more
 * @param inquire makes the inquiry; false when one is in progress or was made a moment ago
 */
export async function askInTurn<Subject extends Open>(
  ctx: Pick<Context, 'clock'>,
  find: () => Promise<Subject | undefined>,
  inquire: (subject: Subject) => Promise<boolean>,
): Promise<void> {
  const came_at = ctx.clock.now();
  const give_up_ms = performance.now() + others_wait_ms;
  while (performance.now() < give_up_ms) {
    const subject = await find();
    if (!subject || wasInquirySince(ctx, subject, came_at)) return;
    if (await inquire(subject)) return;
    await setTimeout(see_again_ms);
  }
}

/** Whether an inquiry has been made and its result applied, at or after a time. */
function wasInquirySince(
  ctx: Pick<Context, 'clock'>,
  { inquired_at }: Pick<Open, 'inquired_at'>,
  since: Date,
): boolean {
  return inquired_at !== null && inquired_at >= since && inquired_at <= ctx.clock.now();
}
