import type { Log } from '@guichet/kernel/log';
import type { CallbackCall } from './contract.ts';

/** Longer than a working service needs to respond. */
const timeout_ms = 10_000;

/** Makes what sends callbacks for real, each once. What becomes of one is logged, and matters to nobody else. */
export function makeSendCallback({ log }: { readonly log: Log }): (call: CallbackCall) => void {
  return (call) => {
    send(call)
      .then((status) => log.info({ url: call.url, status }, 'a callback was answered'))
      .catch((error: unknown) => {
        log.warn({ url: call.url, problem: String(error) }, 'a callback did not arrive');
      });
  };
}

async function send({ method, url, headers, body }: CallbackCall): Promise<number> {
  const signal = AbortSignal.timeout(timeout_ms);
  const response = await fetch(url, { method, headers, body, redirect: 'manual', signal });
  await response.arrayBuffer();
  return response.status;
}
