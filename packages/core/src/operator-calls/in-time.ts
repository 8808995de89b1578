/** The result of a call with a deadline. */
export type InTime<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  | { readonly kind: 'broken'; readonly error: unknown; readonly timed_out: boolean };

/** A call that handles the abort reports what is known; one that does not is abandoned after this time. */
const grace_ms = 200;

/**
 * Runs a call within a deadline. Never throws: an exception thrown by the call is returned as part of the result.
 *
 * @param deadline_ms may have a fraction, and counts as zero when it is negative
 */
export async function callInTime<Value>(
  deadline_ms: number,
  call: (signal: AbortSignal) => Promise<Value>,
): Promise<InTime<Value>> {
  // It refuses fractions and negative numbers, which a difference of two times may well be.
  const signal = AbortSignal.timeout(Math.max(0, Math.floor(deadline_ms)));
  const timedOut = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => setTimeout(reject, grace_ms, signal.reason), { once: true });
  });
  try {
    // This async function turns a synchronous throw of the call into a rejection, which the race handles. If the
    // race were never reached, nothing would handle the rejection at the deadline, and an unhandled rejection ends
    // the process.
    const answered = (async () => call(signal))();
    return { kind: 'done', value: await Promise.race([answered, timedOut]) };
  } catch (error) {
    return { kind: 'broken', error, timed_out: signal.aborted };
  }
}
