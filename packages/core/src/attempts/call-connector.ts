import type { Connector, ConnectorAnswer } from '@guichet/operators/contract';
import type { Context } from '../context.ts';

/**
 * Calls a connector within a deadline. A call that breaks or runs out of time may still have reached the operator, so
 * its outcome is unknown, never failed (design section 5).
 *
 * @param id of the attempt or payout, for the log
 */
export async function callConnector(
  ctx: Pick<Context, 'log'>,
  id: string,
  deadline_ms: number,
  call: (signal: AbortSignal) => Promise<ConnectorAnswer>,
): Promise<ConnectorAnswer> {
  const signal = AbortSignal.timeout(deadline_ms);
  const timedOut = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  try {
    // In a function of its own, so that one that throws at once loses the race too: if the race never began, nobody
    // would hear the deadline strike, and a rejection that nobody hears ends the process.
    const answered = (async () => call(signal))();
    return await Promise.race([answered, timedOut]);
  } catch (error) {
    ctx.log.warn({ id, err: error }, 'an operator call did not complete');
    const cause = signal.aborted ? 'timeout' : 'unreachable';
    return { outcome: { kind: 'unknown', cause }, provider_reference: null, raw: { error: String(error) } };
  }
}

/** @throws Error when the connector is not configured: attempts and payouts are only made with connectors that are. */
export function requireConnector(ctx: Pick<Context, 'connectors'>, id: string): Connector {
  const connector = ctx.connectors.get(id);
  if (!connector) throw new Error(`connector ${id} is not configured`);
  return connector;
}
