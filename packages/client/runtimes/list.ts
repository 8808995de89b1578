import { join } from 'node:path';

export type Way = 'import' | 'require';

export interface Runtime {
  /** The name, with the required version if it matters. */
  readonly name: string;
  readonly executable: string;
  /** The module systems through which a program can load the library. */
  readonly ways: readonly Way[];
  /** Command before a program's path; null for workerd, which serves instead of running to completion. */
  readonly before_program: readonly string[] | null;
}

const installed = join(import.meta.dirname, 'node_modules');
const { platform, arch } = process;
/** Name of the processor, which each vendor spells differently. */
const arch_of_bun = arch === 'arm64' ? 'aarch64' : arch;
const arch_of_workerd = arch === 'x64' ? '64' : arch;
const libc_of_deno = platform === 'linux' ? '-glibc' : '';

const deno_flags = ['--no-prompt', '--no-lock', '--cached-only', '--node-modules-dir=manual'];

/** Every supported runtime. One that is unavailable on this machine fails rather than being skipped. */
export const runtimes: readonly Runtime[] = [
  ...['18', '20', '22'].map((major) =>
    node(major, join(installed, `node-${major}-${platform}-${arch}/bin/node`)),
  ),
  node('24', process.execPath),
  {
    name: 'bun',
    executable: join(installed, `@oven/bun-${platform}-${arch_of_bun}/bin/bun`),
    ways: ['import', 'require'],
    before_program: ['run', '--no-install'],
  },
  {
    name: 'deno',
    executable: join(installed, `@deno/${platform}-${arch}${libc_of_deno}/deno`),
    ways: ['import', 'require'],
    before_program: ['run', ...deno_flags, '--allow-net=127.0.0.1', '--allow-read=.'],
  },
  {
    name: 'workerd',
    executable: join(installed, `@cloudflare/workerd-${platform}-${arch_of_workerd}/bin/workerd`),
    ways: ['import'],
    before_program: null,
  },
];

function node(major: string, executable: string): Runtime {
  return { name: `node ${major}`, executable, ways: ['import', 'require'], before_program: [] };
}
