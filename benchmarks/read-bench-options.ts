import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { refuse } from '../scripts/read-options.ts';
import { type Way, ways } from './whole/ways.ts';

const options = {
  save: { type: 'boolean', default: false },
  keep: { type: 'boolean', default: false },
  rows: { type: 'string' },
  beside: { type: 'string' },
  ways: { type: 'string' },
  customers: { type: 'string' },
  citus: { type: 'string' },
  merchants: { type: 'string', default: '1,1000' },
  windows: { type: 'string' },
  'window-s': { type: 'string', default: '10' },
} as const;

/**
 * Reads the arguments of `npm run bench`. An invalid argument ends the run with a message. @param known the names
 * of the existing parts
 */
export function readBenchOptions(words: readonly string[], known: readonly string[]) {
  const { values, positionals } = parse(words);
  const unknown = positionals.filter((name) => !known.includes(name));
  if (unknown.length > 0) refuse(`unknown part: ${unknown.join(', ')}; the parts are ${known.join(', ')}`);
  const { beside } = values;
  if (beside !== undefined && !existsSync(join(beside, 'node_modules'))) {
    refuse(`${beside} is not a checkout of the project with its dependencies installed (npm ci)`);
  }
  return {
    names: positionals,
    save: values.save,
    keep: values.keep,
    rows: values.rows === undefined ? null : readNumber('rows', values.rows, 10_000),
    citus: values.citus ?? process.env.CITUS_DATABASE_URL,
    whole: {
      beside,
      ways: values.ways === undefined ? ways : values.ways.split(',').map(readWay),
      customers: values.customers === undefined ? null : readNumbers('customers', values.customers),
      windows: values.windows === undefined ? null : readNumber('windows', values.windows),
      window_s: readNumber('window-s', values['window-s']),
      merchants: readNumbers('merchants', values.merchants),
    },
  };
}

function parse(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true });
  } catch (error) {
    if (error instanceof TypeError) refuse(error.message);
    throw error;
  }
}

function readWay(name: string): Way {
  const way = ways.find((one) => one.name === name);
  return way ?? refuse(`unknown way to pay: ${name}; the ways are ${ways.map((one) => one.name).join(', ')}`);
}

const readNumbers = (name: string, text: string): readonly number[] =>
  text.split(',').map((one) => readNumber(name, one));

function readNumber(name: string, text: string, least = 1): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < least)
    refuse(`--${name} takes whole numbers of at least ${least}`);
  return number;
}
