/** A way from one merchant into another, put back by the database behind the service's back. */
export interface Hole {
  readonly name: string;
  /** What a history says of it. */
  readonly found: RegExp;
  /** Histories of these steps alone find it sooner; a kind may stand there twice. */
  readonly steps: readonly string[];
  readonly statements: readonly string[];
}

export const holes: readonly Hole[] = [
  {
    name: 'a kept password link reaches the person where they work now',
    found: /gets in at merchant \d as somebody else by a password/,
    steps: ['inviteByOperator', 'accept', 'accept', 'makeLink', 'makeLink', 'useLink'],
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
];
