import { access, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A connector to create. */
export interface NewConnector {
  /** The root of the repository. */
  readonly root: string;
  /** `acme-pay` */
  readonly id: string;
  /** The provider's usual name. */
  readonly name: string;
}

const template = join(import.meta.dirname, 'template');
const connectorsOf = (root: string): string => join(root, 'packages/operators/src');
const simulatorsOf = (root: string): string => join(root, 'packages/simulators/src');

/** @returns a sentence with the reason why the connector cannot be created; null if it can be */
export async function problemOf({ root, id, name }: NewConnector): Promise<string | null> {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id))
    return '--id must be lower-case letters, digits and hyphens.';
  if (!/^[A-Za-z][\w .&'-]{0,60}$/.test(name)) return '--name must be the usual name of the provider.';
  for (const folder of [join(connectorsOf(root), id), join(simulatorsOf(root), id)]) {
    if (await exists(folder)) return `${folder.slice(root.length + 1)} already exists.`;
  }
  return null;
}

/**
 * Writes the connector and its simulator, and registers both. @returns the created files and the simulator's port
 */
export async function makeConnector(
  connector: NewConnector,
): Promise<{ readonly files: readonly string[]; readonly port: number }> {
  const { root, id } = connector;
  const connectors = connectorsOf(root);
  const simulators = simulatorsOf(root);
  const made = [
    ...(await copy(join(template, 'connector'), join(connectors, id), '@guichet/operators/', connector)),
    ...(await copy(join(template, 'simulator'), join(simulators, id), '@guichet/simulators/', connector)),
  ];
  await addLines(join(connectors, 'providers.ts'), [
    [/\n\n/, `\nimport { ${camel(id)} } from './${id}/index.ts';\n\n`],
    [/,?\s*\];\n*$/, `,\n  ${camel(id)},\n];\n`],
  ]);
  const port = await nextPort(simulators);
  await addLines(join(simulators, 'all.ts'), [
    [/\n\n/, `\nimport { make${pascal(id)} } from './${id}/index.ts';\n\n`],
    [
      /\n\];\n*$/,
      `
  {
    id: '${id}',
    port: ${port},
    make: (world) =>
      make${pascal(id)}(world, { api_key: 'key-of-the-simulator', callback_secret: 'secret-of-the-simulator' }),
    account: (base_url) => ({
      base_url,
      api_key: 'key-of-the-simulator',
      callback_secret: 'secret-of-the-simulator',
      operator: 'mtn_ci',
      currency: 'XOF',
    }),
  },
];
`,
    ],
  ]);
  return { files: made.map((path) => path.slice(root.length + 1)), port };
}

/** Copies a folder and fills in the names. @param own the prefix of the package that the folder is copied to */
async function copy(from: string, to: string, own: string, connector: NewConnector): Promise<string[]> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true });
  const made: string[] = [];
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name).slice(from.length + 1);
    const target = join(to, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, rename(await readFile(join(from, path), 'utf8'), own, connector), { flag: 'wx' });
    made.push(target);
  }
  return made;
}

function rename(text: string, own: string, { id, name }: NewConnector): string {
  return text
    .replaceAll("'../simulator/index.ts'", "'@guichet/simulators/acme-pay/index'")
    .replace(new RegExp(`'${own}([^']+)'`, 'g'), "'../$1.ts'")
    .replaceAll('acme-pay', id)
    .replaceAll('acmePay', camel(id))
    .replaceAll('AcmePay', pascal(id))
    .replaceAll('Acme Pay', name);
}

async function addLines(path: string, changes: readonly (readonly [RegExp, string])[]): Promise<void> {
  let text = await readFile(path, 'utf8');
  for (const [where, line] of changes) {
    if (!where.test(text)) throw new Error(`${path} has changed: add ${line.trim()} manually`);
    text = text.replace(where, () => line);
  }
  await writeFile(path, text);
}

async function nextPort(simulators: string): Promise<number> {
  const text = await readFile(join(simulators, 'all.ts'), 'utf8');
  const ports = [...text.matchAll(/port: (\d+)/g)].map(([, port]) => Number(port));
  return Math.max(4100, ...ports) + 1;
}

function pascal(text: string): string {
  return text.replace(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase());
}

function camel(text: string): string {
  return pascal(text).replace(/^./, (letter) => letter.toLowerCase());
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
