/** A percentage with at most four decimals, as an integer number of ten-thousandths: 1.5 % is `15000n`. */
export interface Percent {
  readonly ten_thousandths: bigint;
}

/** 0 %. */
export const zeroPercent: Percent = { ten_thousandths: 0n };

/**
 * Parses "1.5" or "2". At most four decimals, from 0 to 100.
 *
 * @returns undefined for anything else
 */
export function percentFromText(text: string): Percent | undefined {
  const match = /^(\d{1,3})(?:\.(\d{1,4})0*)?$/.exec(text);
  if (!match) return undefined;
  const ten_thousandths = BigInt(`${match[1]}${(match[2] ?? '').padEnd(4, '0')}`);
  return ten_thousandths > 1_000_000n ? undefined : { ten_thousandths };
}

/** Formats a percentage in its shortest form: "1.5", "2", "0". */
export function percentText(percent: Percent): string {
  const digits = percent.ten_thousandths.toString().padStart(5, '0');
  const decimals = digits.slice(-4).replace(/(?<!0)0+$/, '');
  return `${digits.slice(0, -4)}${decimals === '' ? '' : `.${decimals}`}`;
}
