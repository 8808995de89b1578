import { type Kysely, sql } from 'kysely';

/**
 * Sessions are stored by a handle that opens nothing; the token is made from it with `SECRET_KEY`. Breaking: stop the
 * processes of the version before, which would take handles for tokens.
 *
 * Tokens that were given out before go on working for sessions that ended in the last three days, or have not ended:
 * their handles are hashes of them, and only those rows are written. Of older ones what stands here is a handle by
 * name only: as a token it opens nothing any more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** As `handleOf` reads a token without a signature: 22 base64url characters of its SHA-256. */
const handleOf = (column: string): string =>
  `left(translate(encode(sha256(convert_to(${column}, 'UTF8')), 'base64'), '+/', '-_'), 22)`;

const recent = `expires_at > now() - interval '3 days'`;

const statements: readonly string[] = [
  // Made from the handle.
  'alter table sandbox_transactions drop column session_page_url',
  // They are given anew, and stored as an HMAC: by those in clear a session's page would be found.
  'alter table short_codes drop constraint short_codes_code_check',
  'delete from short_codes',
  `update sandbox_transactions as row set session_token = ${handleOf('row.session_token')}
    from checkout_sessions as session
    where session.token = row.session_token and session.${recent}`,
  `update payments as payment set session_token = ${handleOf('payment.session_token')}
    from checkout_sessions as session
    where session.merchant_id = payment.merchant_id and payment.id = session.payment_id
      and payment.session_token = session.token and session.${recent}`,
  `update checkout_sessions set token = ${handleOf('token')} where ${recent}`,
];
