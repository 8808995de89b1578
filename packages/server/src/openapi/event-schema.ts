import type { JsonSchema } from './document.ts';

/** Description of the response of a stream. */
export const stream_description =
  'A stream of server-sent events. The schema describes one event: its name in `event`, and a line of JSON in `data`.';

/**
 * Makes the schema of one event of a stream (WHATWG HTML, section 9.2) in the form that OpenAPI 3.2 prescribes
 * (section 4.14.4): `data` is a string, whose contents JSON Schema's `contentSchema` describes.
 *
 * @param names the names of the events
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
