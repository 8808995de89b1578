/** Actions that have to succeed in some histories; otherwise the histories would not test them. */
export const deeds = [
  'invite',
  'invite by the operator',
  'accept',
  'accept with a sign-in elsewhere',
  'make a password link',
  'reset by the operator',
  'use a password link',
  'raise a role',
  'lower a role',
  'remove a member',
  'leave',
  'change the address',
  'change the password',
  'add a passkey',
  'remove a passkey',
  'set up an app',
  'remove an app',
  'sign in by password',
  'sign in by code',
  'sign in by recovery code',
  'sign in by passkey',
  'sign in on a trusted device',
  'choose among merchants',
  'sign out',
  'sign out everywhere',
] as const;
export type Deed = (typeof deeds)[number];

/** Actions that histories attempt and that must be refused. */
export const refusals = [
  'an invitation that is over',
  'an invitation whose maker is gone',
  'an invitation whose maker may not give the role',
  'a password link that is over',
  'a password link whose maker is gone',
  'a password link whose maker may not change the member',
  'a password link whose member is gone',
  'a passkey that was removed',
  'a passkey of a member who is gone',
  'a passkey that is registered already',
  'a sign-in that was begun before it was ended',
  'an act on another merchant',
] as const;
export type Refusal = (typeof refusals)[number];

/** The number of times that each action or refusal was seen. */
export type Tally = Map<Deed | Refusal, number>;

export function count(tally: Tally, seen: Deed | Refusal, times = 1): void {
  tally.set(seen, (tally.get(seen) ?? 0) + times);
}
