import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Log } from '@guichet/kernel/log';

/** Result of building the page. */
export type Build =
  | { readonly state: 'building' }
  /** `folder` has `index.html` and `assets/`. */
  | { readonly state: 'built'; readonly folder: string }
  /** The files could not be built; the next start tries again. */
  | { readonly state: 'failed' };

/** Length at which a build error is truncated; the reason comes first. */
const complaint_length_max = 2000;

let build: Build = { state: 'building' };
let ended: Promise<Build> | null = null;

/**
 * Returns the state of the page's build. A child process builds the files if they are missing or older than their
 * sources, so neither the start of the service nor its requests wait for the build. The first call starts the
 * build; calling this at startup spares the first visitor the wait.
 */
export function dashboardBuild(log: Log): Build {
  void untilBuilt(log);
  return build;
}

/** Waits until the build has ended. */
export function untilBuilt(log: Log): Promise<Build> {
  ended ??= run(log).then((outcome) => {
    build = outcome;
    return outcome;
  });
  return ended;
}

async function run(log: Log): Promise<Build> {
  const started_at_ms = performance.now();
  const script = join(
    dirname(createRequire(import.meta.url).resolve('@guichet/dashboard/package.json')),
    'build.ts',
  );
  const { PATH, HOME, TMPDIR } = process.env;
  const child = spawn(process.execPath, [script], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // Without the service's settings: a build needs no secrets.
    env: { PATH, HOME, TMPDIR, NO_COLOR: '1', FORCE_COLOR: '0' },
  });
  // Nothing waits for the build: stopping the service ends it, and the next start builds again.
  child.unref();
  const end = (): void => void child.kill();
  process.once('exit', end);
  let output = '';
  let complaint = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint += text;
  });
  const code = await new Promise<number | null>((done) => {
    child.once('error', (error) => {
      complaint += String(error);
      done(null);
    });
    child.once('close', done);
  });
  process.off('exit', end);
  const folder = output.trim().split('\n').at(-1) ?? '';
  if (code !== 0 || folder === '') {
    log.error(
      { exit_code: code, complaint: complaint.slice(0, complaint_length_max) },
      'the dashboard could not be built',
    );
    return { state: 'failed' };
  }
  log.info({ duration_ms: Math.round(performance.now() - started_at_ms) }, 'the dashboard is ready');
  return { state: 'built', folder };
}
