const markup = Symbol('markup');

/** Text that is HTML already. Only `html` and `raw` make one, so outside data can never be mistaken for it. */
export interface Html {
  readonly [markup]: string;
  toString(): string;
}

/** Values allowed in a template. Null, undefined and false render nothing; arrays are joined without commas. */
export type HtmlValue = string | number | bigint | Html | null | undefined | false | readonly HtmlValue[];

/**
 * Tagged template for HTML: every value is escaped, for text and for quoted attributes alike; nested Html is kept.
 * Attribute values must be written in quotes, and no value belongs inside a script, a style or a tag's name.
 */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  let text = strings[0] ?? '';
  for (const [index, value] of values.entries()) text += render(value) + (strings[index + 1] ?? '');
  return raw(text);
}

/** Marks text as HTML without escaping it. For our own constants only, never for anything from outside. */
export function raw(text: string): Html {
  return { [markup]: text, toString: () => text };
}

/** Escapes a text for HTML content and for attribute values in single or double quotes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function render(value: HtmlValue): string {
  if (value === null || value === undefined || value === false) return '';
  if (isList(value)) return value.map(render).join('');
  if (typeof value === 'object') return value[markup];
  return escapeHtml(String(value));
}

function isList(value: HtmlValue): value is readonly HtmlValue[] {
  return Array.isArray(value);
}
