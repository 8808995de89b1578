import type { RawCallback } from '@guichet/operators/contract';
import type { SandboxDependencies, SandboxStore, SandboxTransaction } from '@guichet/operators/sandbox/store';
import { checkoutUrl } from '../../payments/session/initialize.ts';
import type { ServiceActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { addJob } from '../../platform/jobs/queries.ts';
import { receiveCallback } from '../callbacks/receive.ts';
import {
  countOtpAttempt,
  findTransaction,
  insertTransaction,
  saveDecision,
  saveReversal,
} from './queries.ts';

/** Connects the sandbox operator to its books in our database, and its callbacks to our job queue. */
export function makeSandboxDependencies(ctx: Context): SandboxDependencies {
  return {
    clock: ctx.clock,
    store: makeStore(ctx),
    callbacks: {
      deliver: (raw) => receiveCallback(ctx, 'sandbox', raw),
      schedule: (raw, at) => addJob(ctx.db, { task: 'sandbox_callback', payload: raw, run_at: at }),
    },
  };
}

/** Job: delivers a callback of the sandbox operator. */
export async function deliverSandboxCallback(
  ctx: Context,
  actor: ServiceActor,
  raw: RawCallback,
): Promise<void> {
  requireScope(actor, 'jobs:run');
  return receiveCallback(ctx, 'sandbox', raw);
}

function makeStore(ctx: Pick<Context, 'db' | 'tokens' | 'public_url'>): SandboxStore {
  const { db } = ctx;
  const find = async (reference: string): Promise<SandboxTransaction | undefined> => {
    const found = await findTransaction(db, reference);
    if (!found) return undefined;
    const { session_token: handle, ...rest } = found;
    const session_page_url = handle === null ? null : checkoutUrl(ctx, ctx.tokens.tokenOf(handle));
    return { ...rest, session_page_url };
  };
  const require = async (reference: string): Promise<SandboxTransaction> => {
    const transaction = await find(reference);
    if (!transaction) throw new Error(`the sandbox has no transaction ${reference}`);
    return transaction;
  };
  return {
    open: async (order) => {
      const { money, session_page_url, ...rest } = order;
      const token = session_page_url?.slice(session_page_url.lastIndexOf('/') + 1);
      const is_new = await insertTransaction(db, {
        ...rest,
        currency: money.currency,
        amount_minor: money.amount_minor,
        session_token: token === undefined ? null : (ctx.tokens.handleOf(token) ?? null),
        decision: null,
        decided_at: null,
        reversed_at: null,
      });
      return { transaction: await require(order.reference), is_new };
    },
    find,
    addOtpAttempt: (reference) => countOtpAttempt(db, reference),
    decide: async (reference, decision, at) => {
      await saveDecision(db, reference, decision, at);
      return require(reference);
    },
    reverse: async (reference, at) => {
      await saveReversal(db, reference, at);
      return require(reference);
    },
  };
}
