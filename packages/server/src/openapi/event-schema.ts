import type { JsonSchema } from './document.ts';

/** What the answer of an operation is that answers with events. */
export const stream_description =
  'A stream of server-sent events. The schema is that of one event: its name in `event`, and in `data` a line of JSON.';

/**
 * One event of a stream (WHATWG HTML section 9.2), as OpenAPI describes it since 3.2 (section 4.14.4): `data` is a text,
 * and JSON Schema's `contentSchema` says what it holds.
 *
 * @param names what the events may be called
 */
export function eventSchema([name = '', ...others]: readonly string[], data: JsonSchema): JsonSchema {
  const values = others.length === 0 ? { const: name } : { 'x-extensible-enum': [name, ...others] };
  return {
    type: 'object',
    required: ['event', 'data'],
    properties: {
      event: { type: 'string', description: 'Name of the event.', ...values },
      data: { type: 'string', contentMediaType: 'application/json', contentSchema: data },
    },
  };
}
