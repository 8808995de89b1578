import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { inflate } from '@sparticuz/chromium';

export interface Chromium {
  readonly executable: string;
  /**
   * The environment of the process: it uses the libraries and the font of the package, whatever the machine
   * has.
   */
  readonly env: Readonly<Record<string, string>>;
}

const archives = ['chromium.br', 'fonts.tar.br', 'al2023.tar.br'];

/**
 * Unpacks the Chromium of the npm package, once for this clone (about 2 s, 200 MB under node_modules/.cache).
 * The package itself unpacks into the shared temporary folder, where two processes, or two users, could find
 * a half-unpacked browser. `CHROMIUM_PATH` is the path of a different Chromium, for machines for which the
 * package has no build.
 */
export async function unpackChromium(): Promise<Chromium> {
  const own = process.env.CHROMIUM_PATH;
  if (own) return { executable: own, env: {} };

  const package_folder = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..');
  const { version } = JSON.parse(await readFile(join(package_folder, 'package.json'), 'utf8'));
  const cache = join(import.meta.dirname, '..', 'node_modules', '.cache');
  const folder = join(cache, `chromium-${version}`);
  if (!existsSync(folder)) await unpack(join(package_folder, 'bin'), cache, folder);
  return {
    executable: join(folder, 'chromium'),
    env: { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'), FONTCONFIG_FILE: join(folder, 'fonts.conf') },
  };
}

/**
 * Unpacks into a temporary folder next to the final one and then renames it, so that a second process never
 * finds an incomplete folder.
 */
async function unpack(archive_folder: string, cache: string, folder: string): Promise<void> {
  await mkdir(cache, { recursive: true });
  const fresh = await mkdtemp(`${folder}-`);
  const temporary_folder = process.env.TMPDIR;
  // `inflate` unpacks to the temporary folder at the time of the call.
  process.env.TMPDIR = fresh;
  const unpacked = archives.map((archive) => inflate(join(archive_folder, archive)));
  if (temporary_folder === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = temporary_folder;
  await Promise.all(unpacked);
  await writeFile(join(fresh, 'fonts.conf'), fontSettings(folder));
  try {
    await rename(fresh, folder);
  } catch (error) {
    await rm(fresh, { recursive: true });
    if (!existsSync(folder)) throw error;
  }
}

/**
 * Returns settings in which the package's font comes first, so that text has the same size everywhere. The
 * fonts of the machine are used for missing characters.
 */
function fontSettings(folder: string): string {
  const alias = (family: string) =>
    `<alias binding="same"><family>${family}</family><prefer><family>Open Sans</family></prefer></alias>`;
  return `<fontconfig>
  <dir>${folder}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${folder}/font-cache</cachedir>
  ${['sans-serif', 'system-ui'].map(alias).join('')}
</fontconfig>
`;
}
