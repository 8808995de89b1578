import { expect, test } from 'vitest';
import { playHistories } from './run.ts';
import { startQuickService } from './start.ts';

/** 200 with every test, 2,000 in the night: `IDENTITY_SEQUENCES=2000 npx vitest run simulation/identity`. */
const histories = Number(process.env.IDENTITY_SEQUENCES ?? 200);
/** Another each time, unless told. */
const seed = Number(process.env.IDENTITY_SEED ?? Date.now() % 2 ** 31);

test('nothing that people of one merchant do gives them another merchant, or takes it from its people', {
  timeout: 60_000 + histories * 10_000,
}, async () => {
  const { service, close } = await startQuickService();
  try {
    const started_ms = process.cpuUsage();
    const played = await playHistories(service, { histories, seed });
    const { user, system } = process.cpuUsage(started_ms);
    const cpu_s = Math.round((user + system) / 1e6);
    console.log(`identities: seed ${seed}, ${JSON.stringify(played)}, ${cpu_s} s of CPU`);
    expect(played.histories).toBe(histories);
  } finally {
    await close();
  }
});
