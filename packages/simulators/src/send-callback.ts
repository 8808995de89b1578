import type { Log } from '@guichet/kernel/log';
import type { CallbackCall } from './contract.ts';

/** Longer than a working service needs to respond. */
const timeout_ms = 10_000;

/** Makes the function that sends real callbacks, each once. The result is only logged. */
export function makeSendCallback({ log }: { readonly log: Log }): (call: CallbackCall) => void {
  return (call) => {
    send(call)
      .then((status) => log.info({ url: call.url, status }, 'a callback got a response'))
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
