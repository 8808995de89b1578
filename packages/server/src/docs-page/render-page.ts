import { type Html, html, raw } from '../http/html.ts';
import type { Document, OperationObject, Tag } from '../openapi/document.ts';
import { guideSections } from '../openapi/guide/sections.ts';
import { exampleOf, objects_by_tag, objectsOf, readObject } from './objects.ts';
import { jsonText, renderPanel } from './render-code.ts';
import { fieldsOf, renderFields, type Terms } from './render-fields.ts';
import { renderHeading } from './render-heading.ts';
import { renderInline, renderMarkdown } from './render-markdown.ts';
import { anchorOf, type Placed, renderOperation } from './render-operation.ts';
import { renderWebhooks, webhooks_tag } from './render-webhooks.ts';
import { css } from './style.ts';

/** Renders the reference as a self-contained page, without scripts or further requests. */
export function renderPage(document: Document): string {
  const terms: Terms = { document, objects: objectsOf(document) };
  const tags = document.tags.filter(({ name }) => name !== webhooks_tag);
  const sections = guideSections(baseUrlOf(document));
  const guides = sections.map(({ id, title }) => renderLink(id, html`${title}`));
  const contents = html`<ul>${guides}${renderLink('webhooks', html`Webhooks`)}</ul>${renderContents(document, tags, terms.objects)}`;
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${document.info.title}</title><meta name="description" content="${document.info.summary}"><link rel="icon" href="data:,">
<style>${raw(css)}</style></head>
<body><a class="skip" href="#start">Skip to the text</a>
<div class="side"><header><p class="brand"><a href="#top">Guichet</a> <span>API reference, v${document.info.version}</span></p>
<a class="to-contents" href="#contents">Contents</a>${renderLanguages()}</header>
<nav class="wide" aria-label="Contents">${contents}</nav></div>
<main id="top"><h1>${document.info.title}</h1><p class="lead">${document.info.summary}</p>
<details class="contents"><summary>Contents</summary><nav id="contents" aria-label="Contents">${contents}</nav></details>
${sections.map(({ id, title, markdown }) => html`<section class="guide">${renderHeading(2, id, title)}${renderMarkdown(markdown)}</section>`)}
${renderWebhooks(terms)}
${tags.map((tag) => renderTag(terms, tag))}
<footer><p>Generated from the same schemas that the service uses. <a href="/api/v1/openapi.json">OpenAPI document</a>. ${document.info.license.name}.</p></footer></main></body></html>
`;
  return String(page);
}

/**
 * One language switch for all examples: radio buttons whose state the style sheet uses. Every example also has
 * labels for these buttons, so their accessible names are set separately.
 */
function renderLanguages(): Html {
  return html`<fieldset class="languages"><legend>Examples in</legend><label><input type="radio" name="in" id="in-curl" aria-label="curl" checked>curl</label><label><input type="radio" name="in" id="in-ts" aria-label="TypeScript">TypeScript</label></fieldset>`;
}

function renderContents(
  document: Document,
  tags: readonly Tag[],
  objects: ReadonlySet<string>,
): readonly Html[] {
  return tags.map(({ name }) => {
    const links = [
      ...operationsOf(document, name).map(({ operation, method }) =>
        renderLink(
          anchorOf(operation),
          html`${operation.summary} <small class="${method}">${method}</small>`,
        ),
      ),
      ...objectsUnder(name, objects).map((object) =>
        renderLink(`object-${object}`, html`${object} <small>object</small>`),
      ),
    ];
    return html`<h2><a href="#${anchorOfTag(name)}">${name}</a></h2><ul>${links}</ul>`;
  });
}

function renderLink(id: string, words: Html): Html {
  return html`<li><a href="#${id}">${words}</a></li>`;
}

function renderTag(terms: Terms, { name, description }: Tag): Html {
  return html`<section class="tag">${renderHeading(2, anchorOfTag(name), name)}<p class="lead">${renderInline(description)}</p></section>
${operationsOf(terms.document, name).map((placed) => renderOperation(terms, placed))}${objectsUnder(name, terms.objects).map((object) => renderObject(terms, object))}`;
}

function renderObject(terms: Terms, name: string): Html {
  const schema = readObject(terms.document, name);
  const example = exampleOf(terms.document, name);
  const { description } = schema;
  return html`<section class="operation"><div class="told">${renderHeading(3, `object-${name}`, name)}<p class="address"><small>object</small></p>${
    description !== undefined && html`<p>${renderInline(description)}</p>`
  }${renderFields(terms, fieldsOf(schema), 'optional')}</div><div class="shown" tabindex="0" role="group" aria-label="Example: ${name}">${
    example !== undefined && renderPanel(html`<span>${name}</span>`, jsonText(example), 'json')
  }</div></section>`;
}

function operationsOf({ paths }: Document, tag: string): readonly Placed[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries<OperationObject>(item)
      .filter(([, { tags }]) => tags.includes(tag))
      .map(([method, operation]) => ({ method, path, operation })),
  );
}

function objectsUnder(tag: string, objects: ReadonlySet<string>): readonly string[] {
  const names: Readonly<Record<string, readonly string[]>> = objects_by_tag;
  return (names[tag] ?? []).filter((name) => objects.has(name));
}

function anchorOfTag(name: string): string {
  return name.toLowerCase();
}

function baseUrlOf({ servers }: Document): string {
  return servers[0]?.variables?.base_url?.default ?? '';
}
