import { type Html, html } from '../http/html.ts';
import type { Document, JsonSchema } from '../openapi/document.ts';
import { renderInline } from './render-markdown.ts';
import { type TypeWords, typeWords } from './type-words.ts';

/** Context for rendering the fields of the reference. */
export interface Terms {
  readonly document: Document;
  /** Names of the schemas that have their own section. */
  readonly objects: ReadonlySet<string>;
}

export interface Field {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly required: boolean;
  /** Replaces the schema's own description. */
  readonly description?: string;
}

/** The fields of an object, in their order. */
export function fieldsOf({ properties = {}, required = [] }: JsonSchema): readonly Field[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    schema,
    required: required.includes(name),
  }));
}

/**
 * A list of fields, with the fields inside them.
 *
 * @param says which fields are marked: the required or the optional ones
 */
export function renderFields(terms: Terms, fields: readonly Field[], says: 'required' | 'optional'): Html {
  return html`<ul class="fields">${fields.map((field) => renderField(terms, field, says))}</ul>`;
}

function renderField(terms: Terms, field: Field, says: 'required' | 'optional'): Html {
  const words = typeWords(terms.document, field.schema, terms.objects);
  const flag = (says === 'required') === field.required && says;
  const description = field.description ?? describe(terms.document, field.schema);
  return html`<li><p class="name"><code>${field.name}</code> <span>${renderType(words)}</span>${
    flag && html` <em class="${flag}">${flag}</em>`
  }</p>${description !== '' && html`<p>${renderInline(description)}</p>`}${
    words.values.length > 0 && renderValues(words.values)
  }${words.inside.map((inside) => renderInside(terms, inside, words.inside.length > 1, says))}</li>`;
}

/** The field's own description, otherwise that of the schema it refers to. */
function describe(document: Document, { description, $ref, anyOf = [] }: JsonSchema): string {
  if (description !== undefined) return description;
  const target = $ref?.replace('#/components/schemas/', '');
  const found = target === undefined ? undefined : document.components.schemas[target];
  if (found) return describe(document, found);
  const [first, second, ...more] = anyOf;
  return first && second?.type === 'null' && more.length === 0 ? describe(document, first) : '';
}

/** The text for a type, with its objects as links. */
export function renderType({ type, objects, limits }: TypeWords): Html {
  const words = type
    .split(' ')
    .map((word) => (objects.includes(word) ? html`<a href="#object-${word}">${word}</a> ` : html`${word} `));
  return html`${words}${limits.map((limit) => html`<span class="limit">${limit}</span> `)}`;
}

function renderValues(values: readonly string[]): Html {
  return html`<p class="values">${values.map((value) => html`<code>${value}</code> `)}</p>`;
}

/** @param is_choice true if the schema is one of several variants, whose descriptions state when they apply */
function renderInside(
  terms: Terms,
  schema: JsonSchema,
  is_choice: boolean,
  says: 'required' | 'optional',
): Html {
  const words =
    is_choice && schema.description !== undefined && html`<p>${renderInline(schema.description)}</p>`;
  return html`<div class="inside">${words}${renderFields(terms, fieldsOf(schema), says)}</div>`;
}
