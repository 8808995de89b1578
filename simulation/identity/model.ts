import type { Role } from '@guichet/core/platform';
import { mayGive, scopes_of } from '@guichet/core/testing';
import type { SoftPasskey } from '../../test-support/authenticator.ts';
import { count, type Deed, type Refusal, type Tally } from './deeds.ts';

/** The number of a real person. The service cannot know which addresses are really theirs. */
export type PersonNumber = number;
/** The number of one of the three merchants. */
export type MerchantNumber = number;

/** The expected state of an identity, which is what a member of one merchant signs in with. */
export interface Identity {
  readonly id: string;
  readonly merchant: MerchantNumber;
  email: string;
  role: Role;
  password: string;
  app: HeldApp | null;
  passkeys: HeldPasskey[];
  /** The people who may use it: those who accepted its invitation, or used a valid link to its password. */
  readonly holders: Set<PersonNumber>;
  is_member: boolean;
}

/**
 * An authenticator app as second factor. Only the person who set it up has it, even if others know the
 * password.
 */
export interface HeldApp {
  readonly key: string;
  readonly person: PersonNumber;
  /** The recovery codes that have not been used. */
  readonly recovery_codes: string[];
}

export interface HeldPasskey {
  readonly device: SoftPasskey;
  readonly identity: Identity;
  readonly person: PersonNumber;
  /** The id that the server has given to the passkey. */
  readonly id: string;
}

export interface Session {
  cookie: string;
  token: string;
  readonly identity: Identity;
  readonly person: PersonNumber;
  is_open: boolean;
}

/**
 * A cookie that alone gives no access: it belongs to a sign-in that still needs its code, or to a trusted
 * device.
 */
export interface Keepsake {
  cookie: string;
  readonly identity: Identity;
  readonly person: PersonNumber;
  is_good: boolean;
}

export interface Link {
  readonly kind: 'invitation' | 'password';
  readonly token: string;
  readonly merchant: MerchantNumber;
  /** Null for a link made by the operator of the service. */
  readonly maker: Identity | null;
  readonly role: Role;
  readonly email: string;
  /** The identity whose password it sets; null for an invitation. */
  readonly target: Identity | null;
  readonly clears_factors: boolean;
  /** The people who know the link: its maker, and the person who received it. */
  readonly known_to: readonly PersonNumber[];
  is_open: boolean;
}

/** Everything that each person knows, and the access that each should have as a result. */
export class Model {
  readonly identities: Identity[] = [];
  readonly passkeys: HeldPasskey[] = [];
  readonly sessions: Session[] = [];
  readonly begun: Keepsake[] = [];
  readonly devices: Keepsake[] = [];
  readonly links: Link[] = [];
  /** The people who know each password. */
  readonly passwords = new Map<string, Set<PersonNumber>>();
  readonly tally: Tally = new Map();

  learn(person: PersonNumber, password: string): void {
    const known = this.passwords.get(password) ?? new Set();
    this.passwords.set(password, known.add(person));
  }

  members(merchant: MerchantNumber): Identity[] {
    return this.identities.filter((one) => one.is_member && one.merchant === merchant);
  }

  openSessions(): Session[] {
    return this.sessions.filter((one) => one.is_open);
  }

  /** Returns the reason why a link has no effect now; null for a valid link. */
  flawOf({ is_open, maker, kind, role, target }: Link): Refusal | null {
    const isInvitation = kind === 'invitation';
    if (!isInvitation && !target?.is_member) return 'a password link whose member is gone';
    if (!is_open) return isInvitation ? 'an invitation that is over' : 'a password link that is over';
    if (maker === null) return null;
    if (!maker.is_member) {
      return isInvitation ? 'an invitation whose maker is gone' : 'a password link whose maker is gone';
    }
    if (mayGive(maker.role, target?.role ?? role)) return null;
    return isInvitation
      ? 'an invitation whose maker may not give the role'
      : 'a password link whose maker may not change the member';
  }

  endSessions(identity: Identity, but?: Session): void {
    for (const session of this.sessions)
      if (session.identity === identity && session !== but) session.is_open = false;
    this.forgetDevices(identity);
  }

  forgetDevices(identity: Identity): void {
    for (const kept of [...this.begun, ...this.devices]) if (kept.identity === identity) kept.is_good = false;
  }

  /** Adds a passkey. It replaces an earlier passkey of the same device, which had been removed. */
  addPasskey(passkey: HeldPasskey): void {
    const before = this.passkeys.findIndex(({ device }) => device === passkey.device);
    if (before >= 0) this.passkeys.splice(before, 1);
    this.passkeys.push(passkey);
  }

  /** Records an action, or its refusal. */
  saw(seen: Deed | Refusal): void {
    count(this.tally, seen);
  }

  remove(identity: Identity): void {
    identity.is_member = false;
    this.endSessions(identity);
  }
}

export function runsTeam({ identity }: Session): boolean {
  return scopes_of[identity.role].includes('team:write');
}
