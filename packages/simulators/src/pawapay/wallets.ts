import { inHundredths } from './check-order.ts';

/** The wallets of a merchant at pawaPay: one per country and currency. */
export interface Wallets {
  add(country: string, currency: string, amount: string): void;
  /** @returns false, without taking anything, when the balance is too low */
  take(country: string, currency: string, amount: string): boolean;
  show(): readonly object[];
}

/** The initial balance of every wallet, in the major unit. */
const beginning = '10000000';

export function makeWallets(): Wallets {
  const held = new Map<string, bigint>();
  const read = (name: string): bigint => held.get(name) ?? inHundredths(beginning);
  return {
    add: (country, currency, amount) => {
      const name = `${country} ${currency}`;
      held.set(name, read(name) + inHundredths(amount));
    },
    take: (country, currency, amount) => {
      const name = `${country} ${currency}`;
      const rest = read(name) - inHundredths(amount);
      if (rest >= 0n) held.set(name, rest);
      return rest >= 0n;
    },
    show: () =>
      [...held].map(([name, hundredths]) => {
        const [country, currency] = name.split(' ');
        const digits = hundredths.toString().padStart(3, '0');
        return { country, currency, balance: `${digits.slice(0, -2)}.${digits.slice(-2)}`, provider: '' };
      }),
  };
}
