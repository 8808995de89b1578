import { timestampText } from '@guichet/kernel/clock';
import { AppError } from '@guichet/kernel/errors';
import { problem } from '@guichet/kernel/problem';
import Type, { type Static } from 'typebox';
import { type Role, requireOfRole, scopes_of } from '../../platform/actor/roles.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { type HeldMember, holdRole, listMembers } from '../staff/members/queries.ts';
import { listReturns, listSponsorships, listUnconfirmed, type Return, type Unconfirmed } from './queries.ts';
import { type Tie, tiedUntil } from './ties.ts';

/**
 * The facts that decide who counts as a second person at a merchant. Of two tied people, neither counts as a
 * second person for the other.
 */
export interface Standing {
  readonly unconfirmed: readonly Unconfirmed[];
  readonly returns: readonly Return[];
  readonly ties: readonly Tie[];
}

/** The reason why somebody whose role may approve does not count as a second person. */
export const Bar = Type.Object({
  reason: Type.Enum(['own', 'not_confirmed', 'not_two_people'], {
    description:
      '`own`: they requested it themselves, also before they left and returned. `not_confirmed`: nobody other than the person who gave them access ' +
      'has confirmed them. `not_two_people`: one gave the other access, directly or through others.',
  }),
  until: Type.Union([Type.String(), Type.Null()], {
    description: 'ISO 8601; null if it lasts until somebody else acts.',
  }),
});
export type Bar = Static<typeof Bar>;

export function mayApprove(role: Role): boolean {
  return scopes_of[role].includes('payouts:approve');
}

export async function readStanding(db: Connection, merchant_id: string): Promise<Standing> {
  const unconfirmed = await listUnconfirmed(db, merchant_id);
  const returns = await listReturns(db, merchant_id);
  const recent = await listSponsorships(db, merchant_id);
  const ties = [
    ...recent,
    ...unconfirmed.map(({ proposed_by: sponsor_id, user_id }) => ({ sponsor_id, user_id, until: null })),
    // Somebody who has returned is tied to the people whom they invited before they left.
    ...returns.map(({ user_id: sponsor_id, former_id: user_id }) => ({ sponsor_id, user_id, until: null })),
  ];
  return { unconfirmed, returns, ties };
}

/** @returns the reason why a person does not count as a second person for somebody's proposal; null when they do */
export function findBar(standing: Standing, user_id: string, wanted_by: string): Bar | null {
  const { unconfirmed, returns, ties } = standing;
  const isReturned = returns.some((one) => one.user_id === user_id && one.former_id === wanted_by);
  if (user_id === wanted_by || isReturned) return { reason: 'own', until: null };
  if (unconfirmed.some((one) => one.is_open && one.user_id === user_id)) {
    return { reason: 'not_confirmed', until: null };
  }
  const tie = tiedUntil(ties, user_id, wanted_by);
  if (!tie) return null;
  return { reason: 'not_two_people', until: tie.until === null ? null : timestampText(tie.until) };
}

/**
 * Requires that a person may approve somebody else's proposal, given the current team. The person's membership and
 * role cannot change until the transaction ends.
 *
 * @throws AppError `forbidden` with the reason and the time until which it applies
 */
export async function requireSecondPerson(
  tx: Connection,
  who: { readonly merchant_id: string; readonly user_id: string },
  wanted_by: string,
): Promise<void> {
  const role = await holdRole(tx, who);
  if (role === undefined) throw new AppError('forbidden');
  requireOfRole(role, 'payouts:approve');
  const bar = findBar(await readStanding(tx, who.merchant_id), who.user_id, wanted_by);
  if (bar) throw new AppError('forbidden', { reason: sayBar(bar) });
}

function sayBar({ reason, until }: Bar) {
  switch (reason) {
    case 'own':
      return problem('wanted_by_you', 'You requested this: somebody else has to approve it.');
    case 'not_confirmed':
      return problem(
        'not_confirmed',
        'You cannot approve yet: somebody other than the person who gave you access has to confirm you first.',
      );
    case 'not_two_people': {
      const who =
        'You and the person who requested this (or whom it would make an approver) are not independent: one of you gave the other access, directly or through others';
      return until === null
        ? problem('not_two_people_yet', `${who}. Somebody else has to confirm that first.`)
        : problem('not_two_people', `${who}. You can approve it from ${until}.`, { until });
    }
  }
}

/** A proposal that needs a second person. */
interface Proposal {
  readonly wanted_by: string;
  /** The id of the person whom the proposal makes an approver. */
  readonly about: string | null;
}

/**
 * Nobody who is tied to a new approver may confirm that approver either. With a password link, a colleague
 * becomes the proposer, and the person who invited the approver could otherwise confirm them.
 *
 * @returns the reason why a person may not approve a proposal; null if they may
 */
export function findProposalBar(
  standing: Standing,
  user_id: string,
  { wanted_by, about }: Proposal,
): Bar | null {
  const bar = findBar(standing, user_id, wanted_by);
  return bar === null && about !== null ? findBar(standing, user_id, about) : bar;
}

/** Returns whether nobody could decide on a proposal. */
export async function lacksDecider(
  db: Connection,
  merchant_id: string,
  proposal: Proposal,
): Promise<boolean> {
  return hasNoOtherDecider(await readStanding(db, merchant_id), await listMembers(db, merchant_id), proposal);
}

/** Returns whether nobody could decide on the proposal, for a team that has already been read. */
export function hasNoOtherDecider(
  standing: Standing,
  members: readonly HeldMember[],
  { wanted_by, about }: Proposal,
): boolean {
  return !members.some(
    ({ user_id, role }) =>
      mayApprove(role) && user_id !== about && findBar(standing, user_id, wanted_by) === null,
  );
}
