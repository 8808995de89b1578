import type { Role } from '@guichet/core/platform';
import { mayGive, scopes_of } from '@guichet/core/testing';
import type { SoftPasskey } from '../../test-support/authenticator.ts';
import { count, type Deed, type Refusal, type Tally } from './deeds.ts';

/** A person of flesh and blood, by number; an address is theirs in the world, which the service cannot know. */
export type PersonNumber = number;
/** One of three, by number. */
export type MerchantNumber = number;

/** What there should be of a sign-in. */
export interface Identity {
  readonly id: string;
  readonly merchant: MerchantNumber;
  email: string;
  role: Role;
  password: string;
  app: HeldApp | null;
  passkeys: HeldPasskey[];
  /** Who may get in as it: who accepted its invitation, and who used a link to its password while that was good. */
  readonly holders: Set<PersonNumber>;
  is_member: boolean;
}

/** The second factor: who set it up has it, and nobody else who gets in by the password. */
export interface HeldApp {
  readonly key: string;
  readonly person: PersonNumber;
  /** Those that were not used yet. */
  readonly recovery_codes: string[];
}

export interface HeldPasskey {
  readonly device: SoftPasskey;
  readonly identity: Identity;
  readonly person: PersonNumber;
  /** As the server calls it. */
  readonly id: string;
}

export interface Session {
  cookie: string;
  token: string;
  readonly identity: Identity;
  readonly person: PersonNumber;
  is_open: boolean;
}

/** What a browser keeps that signs nobody in alone: a sign-in whose code was not given yet, or a trusted device. */
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
  /** Null for the operator. */
  readonly maker: Identity | null;
  readonly role: Role;
  readonly email: string;
  /** Whose password; null for an invitation. */
  readonly target: Identity | null;
  readonly clears_factors: boolean;
  /** Its maker, and whom they gave it. */
  readonly known_to: readonly PersonNumber[];
  is_open: boolean;
}

/** Everything that anybody knows, and what should follow from it. */
export class Model {
  readonly identities: Identity[] = [];
  readonly passkeys: HeldPasskey[] = [];
  readonly sessions: Session[] = [];
  readonly begun: Keepsake[] = [];
  readonly devices: Keepsake[] = [];
  readonly links: Link[] = [];
  /** Who knows a password. */
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

  /** What keeps a link from doing anything, judged now; null for a good one. */
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

  /** Where its device had made one before that was removed, it stands for that no more. */
  addPasskey(passkey: HeldPasskey): void {
    const before = this.passkeys.findIndex(({ device }) => device === passkey.device);
    if (before >= 0) this.passkeys.splice(before, 1);
    this.passkeys.push(passkey);
  }

  /** Notes what somebody did, or was refused. */
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
