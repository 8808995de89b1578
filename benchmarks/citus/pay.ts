import { openShop } from '../whole/shop.ts';

/** The payments to make through a service that may refuse some of them. */
export interface Purchases {
  readonly url: string;
  readonly api_key: string;
  readonly webhook_port: number;
  readonly hosted: boolean;
  readonly count: number;
  readonly customers: number;
  /** The time limit of each payment. */
  readonly timeout_ms: number;
}

export interface Ended {
  readonly ended: number;
  /** The first refusals, one line each. */
  readonly refused: readonly string[];
}

const refusals_told = 3;

/** Lets customers pay until each payment has ended or been refused. */
export async function payAll({ count, customers, timeout_ms, ...where }: Purchases): Promise<Ended> {
  const shop = await openShop(where);
  const refused: string[] = [];
  let next = 0;
  let ended = 0;
  const first = Math.floor(Date.now() / 1000) * 1000;
  const payOn = async (): Promise<void> => {
    while (next < count) {
      try {
        await within(timeout_ms, shop.buy(first + next++));
        ended += 1;
      } catch (error) {
        refused.push(String(error).replaceAll(/\s+/g, ' ').slice(0, 200));
      }
    }
  };
  await Promise.all(Array.from({ length: customers }, payOn));
  await shop.close();
  return { ended, refused: [...new Set(refused)].slice(0, refusals_told) };
}

async function within(timeout_ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not complete within ${timeout_ms} ms`)), timeout_ms);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
