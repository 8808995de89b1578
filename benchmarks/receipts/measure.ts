import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

interface Result {
  /** The number of genuine codes that were refused. */
  readonly refused: number;
  readonly accepted: Readonly<Record<string, number>>;
}

/**
 * Verifies a million forged receipts and counts those that are accepted: flipped bits, other amounts, exchanged
 * signatures and bytes, and the key of a stranger.
 *
 * @returns lines to print
 */
export async function measureReceipts(forgeries: number | null): Promise<string[]> {
  const total = forgeries ?? 1_000_000;
  const workers = availableParallelism();
  const started_ms = performance.now();
  const results = await Promise.all(
    Array.from({ length: workers }, () => runForger(Math.ceil(total / workers))),
  );
  const took_s = (performance.now() - started_ms) / 1000;
  const accepted = results.flatMap((one) => Object.values(one.accepted)).reduce((sum, one) => sum + one, 0);
  const refused = results.reduce((sum, one) => sum + one.refused, 0);
  return [
    `receipts: ${total} forged codes verified in ${took_s.toFixed(1)} s on ${workers} cores (${Math.round(total / took_s)} a second)`,
    `  accepted ${accepted} (target: 0)${accepted > 0 ? ` ${JSON.stringify(results.map((one) => one.accepted))}` : ''}; genuine codes refused ${refused} of ${workers * 1_000} (target: 0)`,
  ];
}

function runForger(forgeries: number): Promise<Result> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('forge.ts', import.meta.url), { workerData: { forgeries } });
    worker.on('message', resolve);
    worker.on('error', reject);
  });
}
