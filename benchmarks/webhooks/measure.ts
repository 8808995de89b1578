import { measureFairness } from './fairness.ts';
import { measureHostility } from './hostility.ts';
import { measureLatency } from './latency.ts';
import { openSite } from './site.ts';
import { measureThroughput } from './throughput.ts';

/**
 * Measures webhooks from commit to the receiver's log: throughput, delay, fairness and memory. Uses its own
 * database, and restarts the service for each part.
 *
 * @returns lines to print
 */
export async function measureWebhooks(): Promise<string[]> {
  const site = await openSite();
  try {
    return [
      ...(await measureLatency(site)),
      ...(await measureThroughput(site)),
      ...(await measureFairness(site)),
      ...(await measureHostility(site)),
    ];
  } finally {
    await site.close();
  }
}
