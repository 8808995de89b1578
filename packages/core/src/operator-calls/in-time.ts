/** What came of a call that had to end by a deadline. */
export type InTime<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  | { readonly kind: 'broken'; readonly error: unknown; readonly timed_out: boolean };

/** Who heeds the deadline says what is known when it strikes; who does not is left behind after this. */
const grace_ms = 200;

/** Runs a call within a deadline. Never throws: what the call throws is part of what came of it. */
export async function callInTime<Value>(
  deadline_ms: number,
  call: (signal: AbortSignal) => Promise<Value>,
): Promise<InTime<Value>> {
  const signal = AbortSignal.timeout(deadline_ms);
  const timedOut = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => setTimeout(reject, grace_ms, signal.reason), { once: true });
  });
  try {
    // In a function of its own, so that one that throws at once loses the race too: if the race never began, nobody
    // would hear the deadline strike, and a rejection that nobody hears ends the process.
    const answered = (async () => call(signal))();
    return { kind: 'done', value: await Promise.race([answered, timedOut]) };
  } catch (error) {
    return { kind: 'broken', error, timed_out: signal.aborted };
  }
}
