import { expect, test } from 'vitest';
import { drills } from './drills.ts';

const few = { kill: 3, 'fail-over': 2, restore: 2, freeze: 1 } as const;

test.each(Object.keys(few) as (keyof typeof few)[])(
  'in the drill %s, no payment or payout is lost, made twice or left without a next step',
  {
    timeout: 900_000,
  },
  async (name) => {
    const said: string[] = [];
    const result = await drills[name]({
      times: few[name],
      rate_per_s: 5,
      lost_ms: 10_000,
      say: (text) => void said.push(text),
    });
    expect(result).toMatchObject({
      acknowledged_lost: 0,
      paid_twice: 0,
      unknown: 0,
      stranded: 0,
      ledger_off_by_minor: 0n,
      faults: [],
      faults_made: few[name],
    });
    expect(result.payments).toBeGreaterThan(0);
    expect(said).toHaveLength(few[name] + 1);
  },
);
