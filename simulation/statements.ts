import type { Context } from '@guichet/core/platform';
import { exportStatement, showStatement } from '@guichet/core/reads';
import type { Stage } from './stage.ts';

/**
 * Reads the statement of a period. The first call ends the period now; later calls check that the statement
 * has not changed.
 */
export async function readStatement(ctx: Context, stage: Stage, period: number): Promise<void> {
  const first = stage.periods.get(period);
  const until = first?.until ?? stage.timeline.now().toISOString();
  const text = await read(ctx, stage, until);
  if (!first) stage.periods.set(period, { until, text });
  else if (first.text !== text) stage.breaches.push(`the closed period until ${until} has changed`);
}

async function read(ctx: Context, { persons: [owner], plan }: Stage, until: string): Promise<string> {
  const currency = plan.providers[0]?.simulated.currency ?? 'XOF';
  const query = { since: '2020-01-01T00:00:00Z', until };
  let csv = '';
  for await (const part of exportStatement(ctx, owner, { currency, query })) csv += part;
  return csv + JSON.stringify(await showStatement(ctx, owner, { currency, query }));
}
