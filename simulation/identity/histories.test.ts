import { expect, test } from 'vitest';
import { deeds, refusals } from './deeds.ts';
import { playHistories } from './run.ts';
import { startQuickService } from './start.ts';

/** 200 with every test, 2,000 in the night: `IDENTITY_SEQUENCES=2000 npx vitest run simulation/identity`. */
const histories = Number(process.env.IDENTITY_SEQUENCES ?? 200);
/** Another each time, unless told. */
const seed = Number(process.env.IDENTITY_SEED ?? Date.now() % 2 ** 31);
/** As a failure names it; that history alone, made as short as it can be. */
const path = process.env.IDENTITY_PATH;

/** So often each kind happens at least, in as many histories; a sixth of what the rarest were measured at. */
const floors = { deeds: 3, refusals: 1, per: 200 } as const;

test('nothing that people of one merchant do gives them another merchant, or takes it from its people', {
  timeout: 60_000 + histories * 10_000,
}, async () => {
  const { service, close } = await startQuickService();
  try {
    const started_ms = process.cpuUsage();
    const { tally, ...sizes } = await playHistories(service, { histories, seed, path });
    const { user, system } = process.cpuUsage(started_ms);
    const cpu_s = Math.round((user + system) / 1e6);
    const seen = Object.fromEntries([...deeds, ...refusals].map((kind) => [kind, tally.get(kind) ?? 0]));
    console.log(`identities: seed ${seed}, ${JSON.stringify({ ...sizes, ...seen })}, ${cpu_s} s of CPU`);
    expect(sizes.histories).toBe(path === undefined ? histories : 1);
    const rounds = Math.floor(histories / floors.per);
    for (const deed of deeds) expect.soft(seen[deed], deed).toBeGreaterThanOrEqual(rounds * floors.deeds);
    for (const refusal of refusals) {
      expect.soft(seen[refusal], refusal).toBeGreaterThanOrEqual(rounds * floors.refusals);
    }
  } finally {
    await close();
  }
});
