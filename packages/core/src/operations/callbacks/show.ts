import { timestampText } from '@guichet/kernel/clock';
import { AppError } from '@guichet/kernel/errors';
import { redact } from '@guichet/operators/http/redact';
import { payerNamesOf } from '../../payments/payer-names.ts';
import type { CommandActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { findAccountById } from '../../routing/connector-accounts/queries.ts';
import { findSubject, type Subject } from './find-subject.ts';
import { type Callback, findCallbackById, listCallbacks } from './queries.ts';
import { sealed_body } from './store.ts';

/**
 * Lists the callbacks of an account, newest first, without their contents.
 *
 * @throws AppError `forbidden`, `not_found`
 */
export async function listAccountCallbacks(
  ctx: Pick<Context, 'db'>,
  actor: CommandActor,
  options: { readonly account_id: string; readonly with_problem: boolean; readonly limit: number },
) {
  requireScope(actor, 'installation:read');
  if (!(await findAccountById(ctx.db, options.account_id))) {
    throw new AppError('not_found', { message: 'No connector account has this id.' });
  }
  return (await listCallbacks(ctx.db, options)).map(presentListed);
}

function presentListed({ id, method, reference, copies, problem, received_at, processed_at }: Callback) {
  return {
    id,
    method,
    reference,
    copies,
    problem,
    received_at: timestampText(received_at),
    processed_at: processed_at === null ? null : timestampText(processed_at),
  };
}

/** Headers whose values are safe to show; for the others, only the names are shown. */
const open_headers = /^(content-(type|length|encoding)|user-agent|date|accept|host)$/;

/**
 * Gets a callback as received. Secrets and personal data are redacted, as far as they are recognizable,
 * unless everything is requested.
 *
 * @throws AppError `forbidden`, `not_found`
 */
export async function showCallback(
  ctx: Pick<Context, 'db' | 'secrets'>,
  actor: CommandActor,
  { id, is_raw }: { readonly id: string; readonly is_raw: boolean },
) {
  requireScope(actor, 'installation:read');
  const callback = await findCallbackById(ctx.db, id);
  if (!callback) throw new AppError('not_found', { message: 'No callback has this id.' });
  const address = { reference: callback.reference, provider_reference: null };
  const subject = await findSubject(ctx.db, callback, address);
  const sensitive = subject ? [subject.phone, ...(await namesOf(ctx, subject))] : [];
  const sealed = JSON.parse(ctx.secrets.open(callback.headers_sealed)) as Record<string, string>;
  // The body is shown as stored: even the unredacted view contains no token.
  const { [sealed_body]: _, ...headers } = sealed;
  const shown = Object.entries(headers).map(([name, value]) => [
    name,
    is_raw || open_headers.test(name) ? value : '[redacted]',
  ]);
  return {
    ...presentListed(callback),
    account_id: callback.account_id,
    about: subject?.row.id ?? null,
    url: is_raw ? callback.url : redact(callback.url, sensitive),
    headers: Object.fromEntries(shown) as Record<string, string>,
    body: is_raw ? callback.body : redact(redactNumbers(callback.body), sensitive),
  };
}

/** Lists the names of the subject's payer or recipient. */
async function namesOf({ db }: Pick<Context, 'db'>, subject: Subject): Promise<readonly string[]> {
  const names =
    subject.table === 'attempts'
      ? await payerNamesOf(db, subject.row)
      : await subject.kind.namesOf(db, subject.row);
  return names.filter((name) => name !== null);
}

/**
 * Redacts numbers that have as many digits as a phone number, whether bare or quoted. Amounts never have that many
 * digits.
 */
function redactNumbers(text: string): string {
  return text
    .replace(/(?<![\w.-])\d{9,15}(?<=[:[,]\s*\d{9,15})(?=\s*[,}\]])/g, '"[redacted]"')
    .replace(/(?<![\w.-])\+?\d{9,15}(?![\w.-])/g, '[redacted]');
}
