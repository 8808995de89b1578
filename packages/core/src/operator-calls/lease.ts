import type { Clock } from '@guichet/kernel/clock';
import type { Lease } from '@guichet/operators/http/lease';

/**
 * How long after the beginning of its transaction a call that moves money may leave. No provider takes a reference that it
 * does not know for one that was never received before twice as long.
 */
const lease_ms = 30_000;

/**
 * Begins the lease of a call, before the transaction that commits that the call comes next.
 *
 * The longest span of three clocks counts: PostgreSQL's time goes on in a process that is stopped, and so does the
 * monotonic clock; the time of day goes on in a machine that is suspended too.
 */
export function startLease({ clock }: { readonly clock: Clock }): Lease {
  const clocks = [() => clock.now().getTime(), () => performance.now(), () => Date.now()];
  const began_ms = clocks.map((read) => read());
  return { isOver: () => clocks.some((read, at) => read() - (began_ms[at] ?? 0) > lease_ms) };
}
