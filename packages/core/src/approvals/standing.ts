import { timestampText } from '@guichet/kernel/clock';
import { AppError } from '@guichet/kernel/errors';
import { problem } from '@guichet/kernel/problem';
import Type, { type Static } from 'typebox';
import type { Connection } from '../database/connect.ts';
import { listMembers } from '../staff/members/queries.ts';
import { type Role, scopes_of } from '../staff/roles.ts';
import { listSponsorships, listUnconfirmed } from './queries.ts';
import { type Tie, tiedUntil } from './ties.ts';

/** Whose word counts at a merchant, and between whom it does not. */
export interface Standing {
  /** Let in by one person alone, and confirmed by nobody else. */
  readonly unconfirmed: ReadonlySet<string>;
  readonly ties: readonly Tie[];
}

/** Why somebody is no second person for somebody else, though their role may approve. */
export const Bar = Type.Object({
  reason: Type.Enum(['own', 'not_confirmed', 'not_two_people'], {
    description:
      '`own`: they want it themselves. `not_confirmed`: nobody but who let them in has confirmed them. ' +
      '`not_two_people`: one let the other in, directly or through others.',
  }),
  until: Type.Union([Type.String(), Type.Null()], {
    description: 'ISO 8601; null: until somebody else does something about it.',
  }),
});
export type Bar = Static<typeof Bar>;

export function mayApprove(role: Role): boolean {
  return scopes_of[role].includes('payouts:approve');
}

export async function readStanding(db: Connection, merchant_id: string): Promise<Standing> {
  const unconfirmed = await listUnconfirmed(db, merchant_id);
  const sponsorships = await listSponsorships(db, merchant_id);
  return {
    unconfirmed: new Set(unconfirmed.filter(({ is_open }) => is_open).map(({ user_id }) => user_id)),
    ties: [
      ...unconfirmed.map(({ user_id, proposed_by }) => ({ one: proposed_by, other: user_id, until: null })),
      ...sponsorships.map(({ sponsor_id, user_id, until }) => ({ one: sponsor_id, other: user_id, until })),
    ],
  };
}

/** @returns why one person is no second person for what another one wants; null when they are */
export function findBar({ unconfirmed, ties }: Standing, user_id: string, wanted_by: string): Bar | null {
  if (user_id === wanted_by) return { reason: 'own', until: null };
  if (unconfirmed.has(user_id)) return { reason: 'not_confirmed', until: null };
  const tie = tiedUntil(ties, user_id, wanted_by);
  if (!tie) return null;
  return { reason: 'not_two_people', until: tie.until === null ? null : timestampText(tie.until) };
}

/** @throws AppError `forbidden` saying why, and until when */
export async function requireSecondPerson(
  db: Connection,
  { merchant_id, user_id }: { readonly merchant_id: string; readonly user_id: string },
  wanted_by: string,
): Promise<void> {
  const bar = findBar(await readStanding(db, merchant_id), user_id, wanted_by);
  if (bar) throw new AppError('forbidden', { reason: sayBar(bar) });
}

function sayBar({ reason, until }: Bar) {
  switch (reason) {
    case 'own':
      return problem('wanted_by_you', 'This is yours: somebody else has to approve it.');
    case 'not_confirmed':
      return problem(
        'not_confirmed',
        'You cannot approve yet: somebody else than who let you in has to confirm you first.',
      );
    case 'not_two_people': {
      const who =
        'You and the person who requested this recently gave each other access, directly or through others';
      return until === null
        ? problem('not_two_people_yet', `${who}: somebody else has to confirm that first.`)
        : problem('not_two_people', `${who}: you can approve it from ${until} on.`, { until });
    }
  }
}

/** Whether anybody else is there who could decide about what somebody wants. @param about whom it makes an approver */
export async function isAlone(
  db: Connection,
  merchant_id: string,
  { wanted_by, about }: { readonly wanted_by: string; readonly about: string | null },
): Promise<boolean> {
  const standing = await readStanding(db, merchant_id);
  const members = await listMembers(db, merchant_id);
  return !members.some(
    ({ user_id, role }) =>
      mayApprove(role) && user_id !== about && findBar(standing, user_id, wanted_by) === null,
  );
}
