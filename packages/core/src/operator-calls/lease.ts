import type { Clock } from '@guichet/kernel/clock';
import { type Lease, lease_ms } from '@guichet/operators/http/lease';

/**
 * Begins the lease of a call, before the transaction that commits the intent to call.
 *
 * The time that has passed is measured with three clocks, of which the largest value counts: PostgreSQL's time and
 * the monotonic clock continue while a process is stopped; the time of day also continues while a machine is
 * suspended.
 */
export function startLease({ clock }: { readonly clock: Clock }): Lease {
  const clocks = [() => clock.now().getTime(), () => performance.now(), () => Date.now()];
  const began_ms = clocks.map((read) => read());
  return { isOver: () => clocks.some((read, at) => read() - (began_ms[at] ?? 0) > lease_ms) };
}
