import { type Html, html } from '../http/html.ts';
import { follow, resolve } from '../openapi/breaks/read-schema.ts';
import type {
  Document,
  JsonSchema,
  MediaType,
  OperationObject,
  Parameter,
  RequestBody,
  Response,
} from '../openapi/document.ts';
import { shared_codes } from '../openapi/errors.ts';
import { jsonText, renderPanel } from './render-code.ts';
import { fieldsOf, renderFields, renderType, type Terms } from './render-fields.ts';
import { renderHeading } from './render-heading.ts';
import { renderInline, renderMarkdown } from './render-markdown.ts';
import { typeWords } from './type-words.ts';

/** An operation with its address. */
export interface Placed {
  readonly method: string;
  readonly path: string;
  readonly operation: OperationObject;
}

/** Anchor of an operation. */
export function anchorOf({ operationId }: OperationObject): string {
  return `operation-${operationId}`;
}

/** Renders one operation: parameters and responses on the left, examples on the right. */
export function renderOperation(terms: Terms, { method, path, operation }: Placed): Html {
  const { summary, description, security, requestBody } = operation;
  const scopes = security.flatMap((one) => one.apiKey ?? []);
  const key =
    security.length === 0 ? html`no key needed` : html`API key with <code>${scopes.join(', ')}</code>`;
  return html`<section class="operation"><div class="told">${renderHeading(3, anchorOf(operation), summary)}
<p class="address"><b class="${method}">${method.toUpperCase()}</b> <code>${markParameters(path)}</code> <small>${key}</small></p>
${description !== undefined && renderMarkdown(description)}${renderParameters(terms, operation, 'path')}${renderParameters(terms, operation, 'query')}${
  requestBody && renderBody(terms, requestBody)
}${renderParameters(terms, operation, 'header')}${renderAnswer(terms, operation)}${renderErrors(terms, operation)}</div>
<div class="shown" tabindex="0" role="group" aria-label="Examples: ${summary}">${renderSamples(operation)}${renderExample(terms.document, operation)}</div></section>`;
}

function markParameters(path: string): readonly Html[] {
  return path.split(/(\{\w+\})/).map((part) => (part.startsWith('{') ? html`<i>${part}</i>` : html`${part}`));
}

const place_titles = { path: 'In the path', query: 'In the query', header: 'Headers' } as const;

function renderParameters(
  terms: Terms,
  { parameters = [] }: OperationObject,
  place: keyof typeof place_titles,
): Html | null {
  const fields = parameters
    .map((parameter) => follow<Parameter>(terms.document, parameter))
    .filter((parameter) => parameter.in === place)
    .map(({ name, schema, required = false, description }) => ({ name, schema, required, description }));
  if (fields.length === 0) return null;
  return html`<h4>${place_titles[place]}</h4>${renderFields(terms, fields, 'required')}`;
}

function renderBody(terms: Terms, { content, required }: RequestBody): Html {
  const schema = resolveSchema(terms.document, content['application/json']?.schema ?? {});
  const fields = fieldsOf(schema);
  const told =
    fields.length === 0
      ? html`<p class="type">No fields: <code>{}</code>.</p>`
      : renderFields(terms, fields, 'required');
  return html`<h4>Body${!required && ', optional'}</h4>${told}`;
}

function renderAnswer(terms: Terms, { responses }: OperationObject): Html {
  const [status, response] = successOf(terms.document, responses);
  const [type, media] = Object.entries(response.content ?? {})[0] ?? ['', { schema: {} }];
  const data = dataOf(terms.document, media);
  const stream = type === 'text/event-stream' && html` as <code>${type}</code>`;
  return html`<h4>Response <code class="status">${status}</code>${stream}</h4>${renderData(terms, data)}`;
}

/** Renders the contents of `data`, with links to the objects in it. */
function renderData(terms: Terms, data: JsonSchema): Html {
  const words = typeWords(terms.document, data, terms.objects);
  if (words.objects.length > 0) return html`<p class="type">${renderType(words)}</p>`;
  const schema = resolveSchema(terms.document, data);
  const base = [...terms.objects].find((name) => holds(schema, terms.document.components.schemas[name]));
  if (base === undefined) return renderFields(terms, fieldsOf(schema), 'optional');
  const known = terms.document.components.schemas[base]?.properties ?? {};
  const more = fieldsOf(schema).filter(({ name }) => !Object.hasOwn(known, name));
  return html`<p class="type"><a href="#object-${base}">${base}</a>, and in addition:</p>${renderFields(terms, more, 'optional')}`;
}

/** True if the larger schema has every field of the smaller one, unchanged. */
function holds(larger: JsonSchema, smaller: JsonSchema | undefined): boolean {
  const fields = Object.entries(smaller?.properties ?? {});
  return (
    fields.length > 0 &&
    fields.every(([name, schema]) => JSON.stringify(larger.properties?.[name]) === JSON.stringify(schema))
  );
}

function dataOf(document: Document, { schema }: MediaType): JsonSchema {
  const data = resolveSchema(document, schema).properties?.data ?? {};
  // For an event, returns the schema of the JSON in its data text.
  return data.contentSchema ?? data;
}

function renderErrors({ document }: Terms, { responses }: OperationObject): Html {
  const own: Html[] = [];
  const shared: string[] = [];
  for (const [status, reference] of Object.entries(responses)) {
    const examples = follow<Response>(document, reference).content?.['application/json']?.examples ?? {};
    for (const [code, { value }] of Object.entries(examples)) {
      if (shared_codes.has(code)) {
        if (!shared.includes(status)) shared.push(status);
        continue;
      }
      const { message } = value as { readonly message: string };
      own.push(
        html`<li><code class="status">${status}</code> <code>${code}</code><p>${renderInline(message)}</p></li>`,
      );
    }
  }
  return html`<h4>Errors</h4>${own.length > 0 && html`<ul class="errors">${own}</ul>`}<p class="shared">${
    own.length > 0 ? 'And those' : 'Those'
  } that any request can get, ${shared.join(', ')}: <a href="#errors">all errors</a>.</p>`;
}

function renderSamples(operation: OperationObject): readonly Html[] {
  const samples = operation['x-codeSamples'] ?? [];
  const head = html`<label for="in-curl">curl</label><label for="in-ts">TypeScript</label>`;
  return samples.map(({ lang, source }) =>
    lang === 'Shell' ? renderPanel(head, source, 'sh', 'curl') : renderPanel(head, source, 'ts', 'ts'),
  );
}

function renderExample(document: Document, { responses }: OperationObject): Html {
  const [status, { content = {} }] = successOf(document, responses);
  const stream = content['text/event-stream'];
  if (stream) {
    const { event, data } = stream.example as { readonly event: string; readonly data: unknown };
    const text = `event: ${event}\ndata: ${JSON.stringify(data)}`;
    return renderPanel(html`<span>${status} stream</span>`, text, 'http');
  }
  const [media] = Object.values(content);
  return renderPanel(html`<span>${status} response</span>`, jsonText(media?.example), 'json');
}

function successOf(document: Document, responses: OperationObject['responses']): readonly [string, Response] {
  const found = Object.entries(responses).find(([status]) => status.startsWith('2'));
  if (!found) throw new Error('an operation has no successful response');
  return [found[0], follow<Response>(document, found[1])];
}

function resolveSchema(document: Document, schema: JsonSchema): JsonSchema {
  return schema.$ref === undefined ? schema : resolve<JsonSchema>(document, schema.$ref);
}
