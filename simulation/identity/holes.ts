/**
 * A security hole through which one merchant could reach another. The service has closed it; the tests reopen
 * it, in the database or in modules.
 */
export interface Hole {
  readonly name: string;
  /** The breach that reveals the hole. */
  readonly found: RegExp;
  /** The SQL statements that reopen the hole in the database. */
  readonly statements: readonly string[];
  /** The changed exports of modules that reopen the hole. */
  readonly plants?: readonly Plant[];
}

export interface Plant {
  /** The path from this folder. */
  readonly module: string;
  readonly plant: object;
}

/** Removes the check that the maker of a link is still allowed to make such a link. */
const trusting: Plant = {
  module: '../../packages/core/src/accounts/staff/makers.ts',
  plant: { mayStill: () => true },
};

export const holes: readonly Hole[] = [
  {
    name: 'a kept password link reaches the person where they work now',
    found: /gets in at merchant \d as somebody else by a password/,
    statements: [
      `create function planted() returns trigger language plpgsql as $$
      begin
        if pg_trigger_depth() > 1 then return null; end if;
        update staff_accounts set password = new.password
        from staff as namesake, staff as own
        where own.id = new.user_id and namesake.email = own.email and staff_accounts.user_id = namesake.id;
        return null;
      end $$`,
      `create trigger planted after update of password on staff_accounts
        for each row execute function planted()`,
    ],
  },
  {
    name: 'an invitation outlives what its maker may do',
    found: /an invitation whose maker may not give the role was taken/,
    statements: [],
    plants: [trusting],
  },
  {
    name: 'a password link outlives what its maker may do',
    found: /a password link whose maker may not change the member was taken/,
    statements: [],
    plants: [trusting],
  },
  {
    name: 'an invitation outlives its maker',
    found: /an invitation whose maker is gone was taken/,
    statements: [`alter table invitations drop constraint invitations_merchant_id_maker_id_fkey`],
    plants: [trusting],
  },
  {
    name: 'a password link outlives its maker',
    found: /a password link whose maker is gone was taken/,
    statements: [`alter table staff_password_links drop constraint staff_password_links_maker_id_fkey`],
    plants: [trusting],
  },
  {
    // A new member gets the identity that their address has at another merchant, with a new password and no
    // open session.
    name: 'a sign-in that somebody else has made before is what a person is hired with',
    found: /gets in at merchant \d as somebody else by a pass(key|word)/,
    statements: [
      `alter table members
        drop constraint members_merchant_id_user_id_fkey, drop constraint members_user_id_key`,
      `create function planted() returns trigger language plpgsql as $$
      declare known text;
      begin
        select namesake.id into known
        from staff as own join staff as namesake on namesake.email = own.email and namesake.id <> own.id
        where own.id = new.user_id
        order by namesake.created_at limit 1;
        if known is null then return new; end if;
        update staff_accounts set password = given.password
        from staff_accounts as given
        where staff_accounts.user_id = known and given.user_id = new.user_id;
        delete from staff_sessions where user_id = known;
        new.user_id := known;
        return new;
      end $$`,
      `create trigger planted before insert on members for each row execute function planted()`,
    ],
  },
];
