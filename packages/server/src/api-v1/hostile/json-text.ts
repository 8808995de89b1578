/**
 * JSON as text rather than as values: leaves are JSON text, so that `-0`, `1e400`, lone surrogates and repeated names
 * can be expressed.
 */
export type Tree = Leaf | List | Fields;

export interface Leaf {
  /** JSON text, or any other text to send unchanged. */
  readonly text: string;
}

export interface List {
  readonly items: readonly Tree[];
}

export interface Fields {
  readonly fields: readonly Field[];
}

export type Field = readonly [name: string, value: Tree];

/** Converts a value to a tree. */
export function treeOf(value: unknown): Tree {
  if (Array.isArray(value)) return { items: value.map(treeOf) };
  if (typeof value !== 'object' || value === null) return leafOf(value);
  return { fields: Object.entries(value).map(([name, item]) => [name, treeOf(item)] as const) };
}

/** Converts a value to a single leaf, whatever it contains. */
export function leafOf(value: unknown): Leaf {
  return { text: JSON.stringify(value) };
}

/** Formats a tree as JSON text. */
export function writeTree(tree: Tree): string {
  if ('text' in tree) return tree.text;
  if ('items' in tree) return `[${tree.items.map(writeTree).join(',')}]`;
  const fields = tree.fields.map(([name, value]) => `${JSON.stringify(name)}:${writeTree(value)}`);
  return `{${fields.join(',')}}`;
}

/** Changes the value at a path of names; a tree without that path is returned unchanged. */
export function changeAt(tree: Tree, path: readonly string[], change: (at: Tree) => Tree): Tree {
  const [name, ...rest] = path;
  if (name === undefined) return change(tree);
  if (!('fields' in tree)) return tree;
  return {
    fields: tree.fields.map(([key, value]) => [key, key === name ? changeAt(value, rest, change) : value]),
  };
}

/** Changes the list of fields of the object at a path. */
export function changeFields(
  tree: Tree,
  path: readonly string[],
  change: (fields: readonly Field[]) => readonly Field[],
): Tree {
  return changeAt(tree, path, (at) => ('fields' in at ? { fields: change(at.fields) } : at));
}

/** Sets the value at a path, replacing the old one or adding a last field. */
export function setAt(tree: Tree, path: readonly string[], value: Tree): Tree {
  const name = path.at(-1);
  if (name === undefined) return value;
  return changeFields(tree, path.slice(0, -1), (fields) =>
    fields.some(([key]) => key === name)
      ? fields.map(([key, old]) => [key, key === name ? value : old])
      : [...fields, [name, value]],
  );
}
