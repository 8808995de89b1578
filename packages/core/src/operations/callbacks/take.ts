import type { Connector, Notice, RawCallback } from '@guichet/operators/contract';
import { isStorable, storable } from '@guichet/operators/http/storable';
import { callInTime } from '../../operator-calls/in-time.ts';
import type { ServiceActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { erased } from '../../platform/input/spellings.ts';
import { isRecovering } from '../../platform/recovery/queries.ts';
import { findSubject, type Subject } from './find-subject.ts';
import { type Callback, type CallbackKey, dropContents, findCallback, noteTaking } from './queries.ts';
import { sealed_body } from './store.ts';
import { applyNotice, followHint, isMismatch, noteReceipt, noteReference } from './take-notice.ts';

type Ctx = Pick<Context, 'db' | 'clock' | 'log' | 'connectors' | 'accounts' | 'secrets' | 'tokens'>;

/** Long enough to fetch the signing keys of some providers. */
const verify_deadline_ms = 10_000;

/** The reason why a callback changed nothing, or less than it reports. */
export type CallbackProblem =
  /** Its body is not text. */
  | 'not_text'
  /** It is not authenticated as the provider's. */
  | 'forged'
  /** It could not be verified; the job is retried. */
  | 'not_verified'
  | 'unreadable'
  /** It contains no notice about money. */
  | 'says_nothing'
  /** It matches no request of this account. */
  | 'unknown_reference'
  | 'amount_mismatch';

/**
 * Job: applies a callback. A callback that is repeated, or arrives before or after the inquiry, needs no special
 * handling: the state tables decide. An unauthenticated callback changes nothing.
 *
 * @throws Error when the callback could not be verified: the job is retried
 */
export async function takeCallback(ctx: Ctx, actor: ServiceActor, key: CallbackKey): Promise<void> {
  requireScope(actor, 'jobs:run');
  const callback = await findCallback(ctx.db, key);
  if (!callback) return;
  const { connector, provider } = await ctx.accounts.openWithProvider(key.merchant_id, key.account_id);
  const raw = rawOf(ctx, callback);
  const isHint = (connector.callback_trust ?? provider.callback_trust) === 'hint';
  const { problems, isErased } = await takeVerified(ctx, callback, { connector, raw, isHint });
  const problem = problems.length === 0 ? null : problems.join(', ');
  await noteTaking(ctx.db, key, { processed_at: ctx.clock.now(), problem });
  // Otherwise the erased data would be stored again, and nothing would erase it.
  if (isErased) await dropContents(ctx.db, key, emptied(ctx, callback));
  if (problem === null) return;
  // The restore may have lost the request, so the callback is kept and recognized when the request is repeated.
  const isKept = await isRecovering(ctx.db);
  if (!isKept && isStranger(problems, isHint)) await dropContents(ctx.db, key, emptied(ctx, callback));
  const { account_id, id } = key;
  const fields = { callback_id: id, account_id, connector: provider.id, problem };
  if (problems.includes('amount_mismatch')) ctx.log.error(fields, 'a callback reports a different amount');
  else ctx.log.warn(fields, 'a callback could not be applied');
}

/**
 * Whether a callback is from a stranger: its signature is invalid, or it needs none and its reference is unknown.
 * Anyone who finds the URL can send personal data to it, which must not be stored.
 */
function isStranger(problems: readonly CallbackProblem[], isHint: boolean): boolean {
  if (problems.includes('forged')) return true;
  const isKnown = problems.includes('amount_mismatch');
  return isHint && !isKnown && problems.includes('unknown_reference');
}

function emptied({ secrets }: Pick<Ctx, 'secrets'>, { url }: Callback) {
  return { url: url.split('?')[0] ?? '', headers_sealed: secrets.seal('{}') };
}

interface Opened {
  readonly connector: Connector;
  readonly raw: RawCallback;
  readonly isHint: boolean;
}

interface Taken {
  readonly problems: readonly CallbackProblem[];
  /** Whether the callback is about an erased person. */
  readonly isErased: boolean;
}

async function takeVerified(ctx: Ctx, callback: Callback, opened: Opened): Promise<Taken> {
  const { connector, raw, isHint } = opened;
  const came = await callInTime(verify_deadline_ms, async () => connector.verifyCallback(raw));
  if (came.kind === 'broken') {
    await noteTaking(ctx.db, callback, {
      processed_at: null,
      problem: 'not_verified' satisfies CallbackProblem,
    });
    const cause = came.timed_out ? 'timeout' : nameOf(came.error);
    throw new Error(`callback ${callback.id} could not be verified: ${cause}`);
  }
  if (!came.value) return { problems: ['forged'], isErased: false };
  const notices = readNotices(ctx, callback, opened);
  const address = { reference: callback.reference, provider_reference: null };
  const addressed = await findSubject(ctx.db, callback, address);
  const problems = new Set<CallbackProblem>();
  let isFollowed = false;
  let isErased = addressed?.phone === erased;
  for (const notice of notices ?? []) {
    const subject = await takeNotice(ctx, callback, { notice, addressed, isHint });
    if (!subject) problems.add('unknown_reference');
    else if (isMismatch(subject, notice)) problems.add('amount_mismatch');
    if (subject?.row.id === addressed?.row.id) isFollowed = true;
    if (subject?.phone === erased) isErased = true;
  }
  // Something has happened to the subject in the URL, whether we can read it or not.
  if (addressed && isHint && !isFollowed) await followHint(ctx, addressed, null);
  if (!notices) problems.add('unreadable');
  else if (notices.length === 0) problems.add('says_nothing');
  return { problems: [...problems], isErased };
}

/** @returns the subject; undefined if the notice matches no request of the account */
async function takeNotice(
  ctx: Ctx,
  callback: Callback,
  news: { readonly notice: Notice; readonly addressed: Subject | undefined; readonly isHint: boolean },
): Promise<Subject | undefined> {
  const { notice, addressed, isHint } = news;
  const { reference, provider_reference } = notice;
  const isAddress = reference !== null && reference === callback.reference;
  const named = isAddress ? addressed : await findSubject(ctx.db, callback, notice);
  // A URL authenticates only a notice about the subject in that URL.
  const isAddressed = named !== undefined && named.row.reference === callback.reference;
  const isProven = isAddressed && notice.trust === 'signed';
  // The receipt is saved only if the whole callback is authenticated, or if its URL contains the subject's
  // reference.
  if (named && (!isHint || isAddressed)) await noteReceipt(ctx, named, notice);
  if (named && (!isHint || isProven)) {
    await applyNotice(ctx, named, notice);
    return named;
  }
  // No signature covers our own part of the URL, so it is never more than a hint by itself.
  const subject = named ?? (reference === null ? addressed : undefined);
  if (!subject) return undefined;
  if (provider_reference !== null && subject.row.reference === callback.reference) {
    await noteReference(ctx, callback.account_id, subject, provider_reference);
  }
  await followHint(ctx, subject, notice);
  return subject;
}

/** @returns undefined when the callback cannot be parsed */
function readNotices(
  { log }: Ctx,
  callback: Callback,
  { connector, raw }: Opened,
): readonly Notice[] | undefined {
  try {
    return connector.readCallback(raw).map(storableNotice);
  } catch (error) {
    const problem = nameOf(error);
    log.warn({ callback_id: callback.id, problem }, 'a callback could not be read');
    return undefined;
  }
}

/**
 * Removes from a notice any text that cannot be stored, so that it does not prevent the rest from being applied.
 */
function storableNotice(notice: Notice): Notice {
  const { provider_reference } = notice;
  const isName = provider_reference !== null && isStorable(provider_reference);
  return { ...storable(notice), provider_reference: isName ? provider_reference : null };
}

function rawOf({ secrets }: Ctx, callback: Callback): RawCallback {
  const { headers_sealed, received_at, method, url, reference } = callback;
  const sealed = JSON.parse(secrets.open(headers_sealed)) as RawCallback['headers'];
  const { [sealed_body]: body = callback.body, ...headers } = sealed;
  return {
    headers,
    body,
    received_at,
    request: { method, url, reference },
  };
}

/** Returns the name of an error without its message, which may contain the callback's own text. */
function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
