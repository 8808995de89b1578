import { InvalidArgumentError, Option } from 'commander';

/** Options shared by several commands. */
export const jsonOption = () => new Option('--json', 'print exactly one JSON object');
export const merchantOption = () => new Option('--merchant <id>', 'id of the merchant').makeOptionMandatory();
export const modeOption = () =>
  new Option('--mode <mode>', 'test or live').choices(['test', 'live']).makeOptionMandatory();
export type ModeText = 'test' | 'live';

export interface Json {
  readonly json?: true;
}

export interface OfMerchant extends Json {
  readonly merchant: string;
}

export interface OfMode extends OfMerchant {
  readonly mode: ModeText;
}

/** Reads an amount in the major unit. @throws InvalidArgumentError if the text is not a plain decimal number */
export function readAmount(text: string): number {
  if (!/^\d+(\.\d+)?$/.test(text)) throw new InvalidArgumentError('Must be a number, for example 1000000.');
  return Number(text);
}

const page_max = 100;

/** Reads a page size. @throws InvalidArgumentError */
export function readLimit(text: string): number {
  const limit = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > page_max) throw new InvalidArgumentError(`Must be between 1 and ${page_max}.`);
  return limit;
}
