import { type Html, html } from '../http/html.ts';
import { follow } from '../openapi/breaks/read-schema.ts';
import type { OperationObject, Parameter } from '../openapi/document.ts';
import { webhooks } from '../openapi/guide/webhooks.ts';
import { jsonText, renderPanel } from './render-code.ts';
import { renderFields, type Terms } from './render-fields.ts';
import { renderHeading } from './render-heading.ts';
import { renderInline, renderMarkdown } from './render-markdown.ts';

export const webhooks_tag = 'Webhooks';

/** Renders the webhooks: how to receive them, their headers, and each event. */
export function renderWebhooks(terms: Terms): Html {
  const { document } = terms;
  const events = Object.values(document.webhooks).flatMap(({ post }) => post ?? []);
  const [first] = events;
  const headers = (first?.parameters ?? []).map((parameter) => {
    const { name, schema, required = false, description } = follow<Parameter>(document, parameter);
    return { name, schema, required, description };
  });
  return html`<section class="guide">${renderHeading(2, webhooks.id, webhooks.title)}${renderMarkdown(webhooks.markdown)}</section>
<section class="operation"><div class="told">${renderHeading(3, 'webhook-events', 'Events')}<ul class="fields">${events.map(renderEvent)}</ul>
<h4>Headers</h4>${renderFields(terms, headers, 'optional')}</div><div class="shown" tabindex="0" role="group" aria-label="Example: an event">${first && renderExample(first)}</div></section>`;
}

function renderEvent({ summary, description = '' }: OperationObject): Html {
  const object = summary.split('.')[0] === 'payout' ? 'Payout' : 'Payment';
  return html`<li id="event-${summary}"><p class="name"><code>${summary}</code> <span>data is a <a href="#object-${object}">${object}</a></span></p><p>${renderInline(description)}</p></li>`;
}

function renderExample({ summary, requestBody }: OperationObject): Html {
  const example = requestBody?.content['application/json']?.example;
  return renderPanel(html`<span>${summary}</span>`, jsonText(example), 'json');
}
