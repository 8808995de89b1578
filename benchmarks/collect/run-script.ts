import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Runs a script of this folder in a process of its own. @returns the JSON value that it printed */
export async function runScript<Answer>(name: string, setting: object): Promise<Answer> {
  const script = new URL(name, import.meta.url).pathname;
  const { stdout } = await run(process.execPath, [script, JSON.stringify(setting)]);
  return JSON.parse(stdout) as Answer;
}
