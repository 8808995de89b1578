import type { Connector, ConnectorAnswer } from '@guichet/operators/contract';
import { recordExchanges } from '@guichet/operators/http/exchanges';
import { redact } from '@guichet/operators/http/redact';
import { storable } from '@guichet/operators/http/storable';
import type { Context } from '../platform/context.ts';
import type { Connection } from '../platform/database/connect.ts';
import { callInTime } from './in-time.ts';
import { type Called, keepExchanges } from './keep.ts';

/**
 * Calls a connector within a deadline, and keeps what it said to the provider. A call that breaks or runs out of time
 * may still have reached the operator, so its outcome is unknown, never failed (design section 5).
 *
 * @param called what the call is about; its sensitive texts are neither kept nor logged, nor are tokens of checkouts
 */
export async function callConnector(
  ctx: Pick<Context, 'db' | 'clock' | 'log' | 'tokens'>,
  called: Called,
  deadline_ms: number,
  call: (signal: AbortSignal) => Promise<ConnectorAnswer>,
): Promise<ConnectorAnswer> {
  const sensitive = called.sensitive.filter((text) => text !== null);
  const { value: came, exchanges } = await recordExchanges(
    sensitive,
    () => callInTime(deadline_ms, call),
    ctx.tokens.hide,
  );
  await keepExchanges(ctx, called, exchanges);
  // A word of theirs that cannot be written down must not keep the rest from being written.
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

/** With the place it was thrown at, for whoever has to find the fault. */
function withTrace(error: unknown): string {
  return error instanceof Error ? (error.stack ?? String(error)) : String(error);
}

/** What an attempt, a payout or a refund goes through. */
export interface Through {
  readonly merchant_id: string;
  readonly connector: string;
  /** null: the connector needs no account. */
  readonly account_id: string | null;
  /** Which of the account's addresses took the request; null: what comes next goes to the one of now. */
  readonly address_revision: number | null;
}

/**
 * The connector that an attempt, a payout or a refund goes through.
 *
 * @param db the transaction that the caller is in, if it is in one: waiting for another connection could wait for ever
 * @throws Error when it is not configured or the account is gone: they are only made with those that are there
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
