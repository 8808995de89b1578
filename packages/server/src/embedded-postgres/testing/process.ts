// A process that only uses the database. It prints one JSON line when it has started or failed to start, and one
// for each message that it logs. It stops when its standard input ends.
import { once } from 'node:events';
import type { Log } from '@guichet/kernel/log';
import { startEmbeddedPostgres } from '../start.ts';
import type { ProcessOptions } from './spawn.ts';

const options: ProcessOptions = JSON.parse(process.argv[2] ?? '');
const say = (fields: object) => void process.stdout.write(`${JSON.stringify(fields)}\n`);
const logAs = (level: string) => (_fields: object, message: string) => say({ level, message });
const log: Log = {
  debug: logAs('debug'),
  info: logAs('info'),
  warn: logAs('warn'),
  error: logAs('error'),
};

try {
  const { data_dir, flags, machine } = options;
  const database = await startEmbeddedPostgres({ data_dir, flags, log }, machine);
  say({ database_url: database.database_url });
  await once(process.stdin.resume(), 'close');
  await database.stop();
} catch (error) {
  say(error instanceof Error ? { failed: error.name, message: error.message } : { failed: String(error) });
  process.exitCode = 1;
}
