import { AsyncLocalStorage } from 'node:async_hooks';
import type { Exchange, HttpCall, HttpResult } from './contract.ts';
import { redact } from './redact.ts';
import { storableText } from './storable.ts';

/** The maximum length of a stored body. */
const kept_length_max = 4 * 1024;

interface Recording {
  readonly sensitive: readonly string[];
  readonly hide: (text: string) => string;
  readonly exchanges: Exchange[];
}

const recordings = new AsyncLocalStorage<Recording>();

/**
 * Runs a function and records its requests to providers, redacted.
 *
 * @param sensitive texts that must not be stored, in addition to those recognized by their field names: the
 * customer's number and names, one-time codes
 * @param hide removes what is only recognizable by its form, before a text is cut
 */
export async function recordExchanges<Value>(
  sensitive: readonly string[],
  run: () => Promise<Value>,
  hide: (text: string) => string = (text) => text,
): Promise<{ readonly value: Value; readonly exchanges: readonly Exchange[] }> {
  const recording: Recording = { sensitive, hide, exchanges: [] };
  const value = await recordings.run(recording, run);
  return { value, exchanges: recording.exchanges };
}

/** Records a request and its result, if something is recording. */
export function noteExchange(call: HttpCall, result: HttpResult, duration_ms: number): void {
  const recording = recordings.getStore();
  if (!recording) return;
  const clean = (text: string): string =>
    storableText(redact(recording.hide(text), recording.sensitive).slice(0, kept_length_max));
  recording.exchanges.push({
    method: call.method,
    url: clean(call.url.split('?')[0] ?? ''),
    request: call.body === undefined ? null : clean(call.body),
    status: result.kind === 'reply' ? result.status : null,
    response: result.kind === 'reply' ? clean(result.text) : null,
    problem: result.kind === 'reply' ? null : `${result.kind}: ${result.cause}`,
    duration_ms,
  });
}
