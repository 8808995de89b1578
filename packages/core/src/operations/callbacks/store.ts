import { createHash } from 'node:crypto';
import { AppError } from '@guichet/kernel/errors';
import { makeId } from '@guichet/kernel/ids';
import type { Provider } from '@guichet/operators/provider';
import type { VisitorActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { inGroup } from '../../platform/groups/in-group.ts';
import { type Account, findAccountById } from '../../routing/connector-accounts/queries.ts';
import { insertCallback } from './queries.ts';
import { isReference } from './reference.ts';
import { addTakeJob } from './take-job.ts';

/** Name of the original body among the encrypted headers: no header can have this name (RFC 9110 section 5.1). */
export const sealed_body = ':body';

/** A request to an account's callback URL, as received. */
export interface IncomingCallback {
  readonly connector: string;
  readonly account_id: string;
  /** The rest of the path, if any. */
  readonly reference: string | null;
  readonly method: string;
  /** Path and query as requested. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/**
 * Stores a callback as received, with the job that applies it. A repeated callback is stored once and counted.
 *
 * @returns the response that the provider expects
 * @throws AppError `forbidden`, `not_found` when the connector has no such account
 */
export async function storeCallback(
  ctx: Pick<Context, 'db' | 'clock' | 'secrets' | 'tokens' | 'accounts' | 'public_url'>,
  actor: VisitorActor,
  incoming: IncomingCallback,
): Promise<Provider['callback_answer']> {
  requireScope(actor, 'callbacks:send');
  const account = await findAccountById(ctx.db, incoming.account_id);
  const provider = ctx.accounts.providers.find(({ id, callback_name }) =>
    [id, callback_name].includes(incoming.connector),
  );
  if (!provider || account?.connector !== provider.id) throw new AppError('not_found');
  const row = makeRow(ctx, account, incoming);
  await inGroup(ctx.db, row.digest.toString('hex'), async (tx) => {
    const id = await insertCallback(tx, row);
    const { merchant_id, account_id } = row;
    // The job is added for repeated callbacks too: if the sender is not authenticated, the same text may report
    // something new.
    if (row.problem === null) await addTakeJob(tx, { merchant_id, account_id, id });
  });
  return provider.callback_answer;
}

function makeRow(
  { clock, secrets, tokens, public_url }: Pick<Context, 'clock' | 'secrets' | 'tokens' | 'public_url'>,
  { merchant_id, id: account_id }: Account,
  incoming: IncomingCallback,
) {
  const { method, path, headers } = incoming;
  const url = `${public_url}${path}`;
  const { body, isText } = readText(incoming.body);
  const kept = tokens.hide(body);
  // The signature covers every byte: if a token had to be replaced, the original body is stored encrypted.
  const sealed = { ...headers, ...(kept !== body && { [sealed_body]: body }) };
  const at = clock.now();
  return {
    merchant_id,
    account_id,
    id: makeId('callback'),
    digest: digestOf(url, incoming),
    reference: isReference(incoming.reference) ? incoming.reference : null,
    method,
    url: isText ? url : (url.split('?')[0] ?? ''),
    headers_sealed: secrets.seal(isText ? JSON.stringify(sealed) : '{}'),
    // A body that is not text cannot be authenticated.
    body: isText ? kept : '',
    body_bytes: incoming.body.length,
    received_at: at,
    processed_at: isText ? null : at,
    problem: isText ? null : ('not_text' as const),
  };
}

/** Decodes the body, and checks that it is text: nothing else can be signed. */
function readText(bytes: Buffer): { readonly body: string; readonly isText: boolean } {
  const text = bytes.toString('utf8');
  // PostgreSQL cannot hold NUL.
  const body = text.replaceAll('\u0000', '\ufffd');
  return { body, isText: body === text && Buffer.from(text, 'utf8').equals(bytes) };
}

/**
 * Headers that may authenticate the sender: the same body with different values of these is a different callback.
 */
const proving = /sign|digest|auth|token|secret|key|hmac|hash|timestamp/;

function digestOf(url: string, { headers, body }: IncomingCallback): Buffer {
  const proofs = Object.entries(headers)
    .filter(([name]) => proving.test(name))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([url, proofs]))
    .update(body)
    .digest();
}
