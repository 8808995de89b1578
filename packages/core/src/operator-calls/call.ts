import type { Connector, ConnectorAnswer } from '@guichet/operators/contract';
import { recordExchanges } from '@guichet/operators/http/exchanges';
import { type Lease, withLease } from '@guichet/operators/http/lease';
import { redact } from '@guichet/operators/http/redact';
import { storable } from '@guichet/operators/http/storable';
import type { Context } from '../platform/context.ts';
import type { Connection } from '../platform/database/connect.ts';
import { UnreadableAccountError } from '../platform/provider-accounts.ts';
import { callInTime } from './in-time.ts';
import { type Called, keepExchanges } from './keep.ts';

/**
 * Calls a connector within a deadline, and stores the exchange with the provider. A call that fails or times
 * out may still have reached the operator, so its outcome is unknown, never failed (design section 5).
 *
 * @param called the subject of the call; its sensitive texts are neither stored nor logged, nor are checkout
 * tokens
 * @param lease the lease of a call that moves money: once it is over, nothing is sent
 */
export async function callConnector(
  ctx: Pick<Context, 'db' | 'clock' | 'log' | 'tokens'>,
  called: Called,
  deadline_ms: number,
  call: (signal: AbortSignal) => Promise<ConnectorAnswer>,
  lease?: Lease,
): Promise<ConnectorAnswer> {
  if (lease?.isOver()) return late;
  const sensitive = called.sensitive.filter((text) => text !== null);
  const { value: came, exchanges } = await recordExchanges(
    sensitive,
    () => callInTime(deadline_ms, lease ? (signal) => withLease(lease, () => call(signal)) : call),
    ctx.tokens.hide,
  );
  await keepExchanges(ctx, called, exchanges);
  // A part that cannot be stored must not prevent the rest from being stored.
  if (came.kind === 'done') return storable(came.value);
  const { error, timed_out } = came;
  const clean = (text: string): string => redact(ctx.tokens.hide(text), sensitive);
  const problem = clean(withTrace(error));
  ctx.log.warn({ id: called.id, verb: called.verb, problem }, 'an operator call did not complete');
  return {
    outcome: { kind: 'unknown', cause: timed_out ? 'timeout' : 'unreachable' },
    provider_reference: null,
    raw: { error: clean(String(error)) },
  };
}

/** Nothing was sent. */
const late: ConnectorAnswer = {
  outcome: { kind: 'failed', reason: 'operator_down', operator_code: 'not_sent', reached_customer: false },
  provider_reference: null,
  raw: { problem: 'this process was suspended before the call, and did not make it' },
};

/** Returns an error with its stack, to find the bug. */
function withTrace(error: unknown): string {
  return error instanceof Error ? (error.stack ?? String(error)) : String(error);
}

/** The connector and account of an attempt, a payout or a refund. */
export interface Through {
  readonly merchant_id: string;
  readonly connector: string;
  /** null if the connector needs no account. */
  readonly account_id: string | null;
  /**
   * The revision of the account's URL that received the request; null for a new request, which uses the current
   * one.
   */
  readonly address_revision: number | null;
}

/**
 * Opens the connector of an attempt, a payout or a refund.
 *
 * @param db the caller's transaction, if any: waiting for a second connection could deadlock
 * @throws Error when the connector is not configured or the account is missing, which cannot happen while an
 * object is open with it
 */
export async function openConnector(
  ctx: Pick<Context, 'connectors' | 'accounts'>,
  { merchant_id, connector: id, account_id, address_revision }: Through,
  db?: Connection,
): Promise<Connector> {
  if (account_id !== null) return ctx.accounts.open(merchant_id, account_id, db, address_revision);
  const connector = ctx.connectors.get(id);
  if (!connector) throw new Error(`connector ${id} is not configured`);
  return connector;
}

/**
 * Opens the connector like {@link openConnector}, but returns null if the settings of its account cannot be
 * decrypted. If the database does not answer, it throws, so that the caller tries again.
 *
 * @returns null for an account that cannot be used; nothing was sent to it
 * @throws Error as {@link openConnector} does
 */
export async function openConnectorOrNull(
  ctx: Pick<Context, 'connectors' | 'accounts' | 'log'>,
  subject: Through & { readonly id: string },
  db?: Connection,
): Promise<Connector | null> {
  const { id, account_id } = subject;
  try {
    return await openConnector(ctx, subject, db);
  } catch (error) {
    if (!(error instanceof UnreadableAccountError)) throw error;
    ctx.log.error({ id, account_id, err: error }, 'an account cannot be opened');
    return null;
  }
}
