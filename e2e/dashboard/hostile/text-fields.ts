import type { TSchema } from 'typebox';

/** The part of JSON Schema used here. */
interface Node {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Node[];
  readonly properties?: Readonly<Record<string, Node>>;
  readonly patternProperties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
}

/** Stands for any name in a map. */
const any_name = '*';
/** Stands for the only item of a list. */
const any_item = '0';

/** The path to a free text in a body: `['recipient', 'first_name']`. */
export type TextField = readonly string[];

/** Lists the paths of free texts in a body, including names in maps; enumerations are left out. */
export function textFieldsOf(body: TSchema | undefined): readonly TextField[] {
  if (body === undefined) return [];
  const found = fieldsOf(body as Node);
  return [...new Map(found.map((field) => [field.join('.'), field])).values()];
}

function fieldsOf(node: Node): readonly TextField[] {
  if (node.enum !== undefined || node.const !== undefined) return [];
  if (node.anyOf !== undefined) return node.anyOf.flatMap(fieldsOf);
  // A schema without a type accepts any value, including a text.
  if (node.type === undefined || node.type === 'string') return [[]];
  if (node.type === 'array') return within(any_item, node.items ?? {});
  const named = Object.entries(node.properties ?? {}).flatMap(([name, one]) => within(name, one));
  const mapped = Object.values(node.patternProperties ?? {}).flatMap((one) => within(any_name, one));
  return [...named, ...mapped];
}

function within(name: string, node: Node): readonly TextField[] {
  return fieldsOf(node).map((field) => [name, ...field]);
}

type Json = Readonly<Record<string, unknown>>;

/** Returns the body with a text at a path. In a map, both the name and the value become the text. */
export function putText(body: Json, [name = '', ...rest]: TextField, text: string): Json {
  // `__proto__` is an ordinary name here.
  const key = name === any_name ? text : name;
  const there = body[name];
  const value =
    rest.length === 0
      ? text
      : rest[0] === any_item
        ? [text]
        : putText(typeof there === 'object' && there !== null ? { ...there } : {}, rest, text);
  return Object.fromEntries([...Object.entries(body).filter(([one]) => one !== key), [key, value]]);
}
