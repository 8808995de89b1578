import type { Model, PersonNumber } from './model.ts';
import { demand, quickHash, type World } from './world.ts';

/** An identity of a merchant's member, as the service has stored it. */
interface Held {
  readonly merchant_id: string;
  readonly user_id: string;
  readonly role: string;
  readonly email: string;
  readonly password: string | null;
  readonly passkeys: readonly string[];
  readonly sessions: readonly string[];
}

const held_sql = `
  select members.merchant_id, members.user_id, members.role, staff.email,
    (select password from staff_accounts where user_id = members.user_id) as password,
    array(select credential_id from staff_passkeys where user_id = members.user_id order by 1) as passkeys,
    array(select token from staff_sessions
      where user_id = members.user_id and expires_at > now() and renewed_as is null order by 1) as sessions
  from members left join staff on staff.id = members.user_id
  where members.merchant_id = any($1)`;

/**
 * Checks everything that gives access: first that nobody can sign in as another person, or at a merchant of
 * which they are not a member; then that everyone still has their own access.
 */
export async function checkHeld(model: Model, { service, merchants }: World): Promise<void> {
  const { rows } = await service.database.pool.query<Held>(held_sql, [merchants]);
  for (const row of rows) requireOwn(model, merchants, row);
  requireAll(model, merchants, rows);
}

function requireOwn(model: Model, merchants: readonly string[], row: Held): void {
  const merchant = merchants.indexOf(row.merchant_id);
  const identity = model.members(merchant).find(({ id }) => id === row.user_id);
  const ways = waysIn(model, row);
  for (const [person, way] of ways) {
    const where = `person ${person} gets in at merchant ${merchant}`;
    demand(identity !== undefined, `${where} as nobody there, by ${way}`);
    demand(identity?.holders.has(person) ?? false, `${where} as somebody else by ${way}`);
  }
  demand(identity !== undefined, `merchant ${merchant} has a member whom nobody let in`);
}

/** Lists the people who can sign in, each with the means of signing in. */
function waysIn(model: Model, row: Held): [PersonNumber, string][] {
  const passwords = [...model.passwords].filter(([password]) => quickHash(password) === row.password);
  return [
    ...passwords.flatMap(([, known]) => [...known].map((person): [number, string] => [person, 'a password'])),
    ...model.passkeys
      .filter(({ device }) => row.passkeys.includes(device.credential_id))
      .map(({ person }): [number, string] => [person, 'a passkey']),
    ...model.sessions
      .filter(({ token }) => row.sessions.includes(token))
      .map(({ person }): [number, string] => [person, 'a session']),
  ];
}

function requireAll(model: Model, merchants: readonly string[], rows: readonly Held[]): void {
  for (const identity of model.identities.filter(({ is_member }) => is_member)) {
    const row = rows.find(
      ({ user_id, merchant_id }) => user_id === identity.id && merchant_id === merchants[identity.merchant],
    );
    const sessions = model.openSessions().filter((one) => one.identity === identity);
    const is = row && [row.role, row.email, row.password, row.passkeys, row.sessions];
    const should_be = [
      ...[identity.role, identity.email, quickHash(identity.password)],
      identity.passkeys.map(({ device }) => device.credential_id).sort(),
      sessions.map(({ token }) => token).sort(),
    ];
    demand(
      JSON.stringify(is) === JSON.stringify(should_be),
      `${identity.email} at merchant ${identity.merchant} lost something: ${JSON.stringify({ is, should_be })}`,
    );
  }
}
