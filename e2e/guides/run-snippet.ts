import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { vi } from 'vitest';
import { readSnippets } from './read-snippets.ts';

type Environment = Readonly<Record<string, string>>;

/** A block of a page, running in its own process. */
export interface RunningSnippet {
  /** Lines that it has printed so far. */
  readonly lines: readonly string[];
  /** Resolves with the process's exit code once the process has exited by itself. */
  readonly ended: Promise<number | null>;
  stop(): Promise<void>;
}

/**
 * Runs the block under a heading, as printed.
 *
 * @param prelude the declarations that the page assumes
 * @throws Error when there is no such block
 */
export async function runSnippet(
  page: string,
  heading: string,
  env: Environment,
  prelude = '',
): Promise<RunningSnippet> {
  const snippet = (await readSnippets(page)).find((one) => one.heading === heading);
  if (!snippet) throw new Error(`${page} has no block under ${heading}`);
  // The folder is inside the repository, so that packages resolve as in a reader's project.
  const folder = await mkdtemp(join(import.meta.dirname, '../.snippets-'));
  const file = join(folder, 'snippet.mts');
  await writeFile(file, `${prelude}\n${snippet.code}`);
  const { PATH } = process.env;
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', file], {
    env: { PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  const ended = once(child, 'close').then(async ([code]: (number | null)[]) => {
    await rm(folder, { recursive: true, force: true });
    return code ?? null;
  });
  return {
    lines,
    ended,
    stop: async () => {
      child.kill();
      await ended;
    },
  };
}

/** Runs a block that serves HTTP, and waits until it accepts requests. */
export async function runReceiver(
  page: string,
  heading: string,
  { port, ...env }: { readonly port: number } & Readonly<Record<string, string | number>>,
): Promise<RunningSnippet> {
  const texts = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, String(value)]));
  const running = await runSnippet(page, heading, { ...texts, PORT: String(port) });
  await vi.waitFor(() => fetch(`http://localhost:${port}/webhook`, { method: 'POST' }), 15_000);
  return running;
}
