import { mayGive, type Role, scopes_of } from '@guichet/core/staff/roles';
import type { SoftPasskey } from './authenticator.ts';

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
  totp_key: string | null;
  passkeys: HeldPasskey[];
  /** Who may get in as it: who accepted its invitation, and who used a link to its password while that was good. */
  readonly holders: Set<PersonNumber>;
  is_member: boolean;
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
  readonly links: Link[] = [];
  /** Who knows a password. */
  readonly passwords = new Map<string, Set<PersonNumber>>();

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

  /** What a link does, judged now. */
  isGood({ is_open, maker, kind, role, target }: Link): boolean {
    if (!is_open) return false;
    if (kind === 'password' && !target?.is_member) return false;
    return maker === null || (maker.is_member && mayGive(maker.role, target?.role ?? role));
  }

  endSessions(identity: Identity, but?: Session): void {
    for (const session of this.sessions)
      if (session.identity === identity && session !== but) session.is_open = false;
  }

  remove(identity: Identity): void {
    identity.is_member = false;
    this.endSessions(identity);
  }
}

export function runsTeam({ identity }: Session): boolean {
  return scopes_of[identity.role].includes('team:write');
}
