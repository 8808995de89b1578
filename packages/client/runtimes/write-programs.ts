import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';

export const programs = {
  import: 'main.mjs',
  require: 'main.cjs',
  workerd: 'workerd.capnp',
} as const;

/**
 * Makes the checks import the library from `node_modules`, as each runtime resolves it, instead of from the
 * sources.
 */
const installed_library: Plugin = {
  name: 'installed library',
  setup: ({ onResolve }) => {
    onResolve({ filter: /\/subject\.ts$/ }, () => ({ path: '@guichet/client', external: true }));
  },
};

/**
 * Writes the checks as programs into a project that has the library installed.
 *
 * @param origin address of the behavior server.
 */
export async function writePrograms(folder: string, origin: string): Promise<void> {
  const bundle = (entry: string, outfile: string, options: BuildOptions) =>
    build({
      ...options,
      entryPoints: [join(import.meta.dirname, entry)],
      outfile: join(folder, outfile),
      bundle: true,
      target: 'es2022',
      define: { ORIGIN: JSON.stringify(origin) },
      plugins: [installed_library],
    });
  await Promise.all([
    bundle('on-process.ts', programs.import, { format: 'esm', platform: 'neutral' }),
    bundle('on-process.ts', programs.require, { format: 'cjs', platform: 'neutral' }),
    bundle('on-workerd.ts', 'worker.mjs', { format: 'esm', platform: 'neutral' }),
    writeFile(join(folder, programs.workerd), workerd_settings),
  ]);
}

/**
 * The configuration of a worker, with a compatibility date from before workers had any Node APIs; the network is
 * limited to this machine.
 */
const workerd_settings = `
using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "checks", worker = .checks),
    (name = "loopback", network = (allow = ["local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "checks")],
);

const checks :Workerd.Worker = (
  modules = [
    (name = "worker.mjs", esModule = embed "worker.mjs"),
    (name = "@guichet/client", esModule = embed "node_modules/@guichet/client/dist/index.js"),
  ],
  compatibilityDate = "2024-01-01",
  globalOutbound = "loopback",
);
`;
