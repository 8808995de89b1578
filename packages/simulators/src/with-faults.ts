import type { Simulator, SimulatorReply, SimulatorRequest, World } from './contract.ts';

/** The result of a request, as a client sees it. */
export interface Handled {
  /** Null if the connection broke. */
  readonly reply: SimulatorReply | null;
  /** The delay of the response. */
  readonly delay_ms: number;
}

/** Longer than any client waits. */
const delay_ms = 30_000;

/** Handles a request, with the faults that occur on the way and at the provider. */
export async function handleWithFaults(
  simulator: Simulator,
  world: World,
  request: SimulatorRequest,
): Promise<Handled> {
  const strikes = (kind: Parameters<World['strikes']>[0]): boolean => world.strikes(kind, request.path);
  if (strikes('token_expiry')) simulator.expireTokens();
  if (strikes('drop_before')) return { reply: null, delay_ms: 0 };
  if (strikes('too_many_requests')) return failAt(429);
  if (strikes('server_error')) return failAt(500);
  if (strikes('unavailable')) return failAt(503);
  const isDropped = strikes('drop_after');
  const isMalformed = strikes('malformed');
  const isDelayed = strikes('delay');
  const reply = await simulator.handle(request);
  if (isDropped) return { reply: null, delay_ms: 0 };
  return { reply: isMalformed ? page(200) : reply, delay_ms: isDelayed ? delay_ms : 0 };
}

function failAt(status: number): Handled {
  return { reply: page(status), delay_ms: 0 };
}

/** The error page of a proxy in front of a provider. */
function page(status: number): SimulatorReply {
  return {
    status,
    headers: { 'content-type': 'text/html', ...(status === 429 ? { 'retry-after': '1' } : {}) },
    body: `<html><head><title>${status}</title></head><body><h1>${status}</h1></body></html>`,
  };
}
