import { timestampText } from '@guichet/kernel/clock';
import Type, { type Static } from 'typebox';
import { eventTypes } from '../../types.ts';
import type { Endpoint } from './queries.ts';

const text_or_null = Type.Union([Type.String(), Type.Null()]);

/** A webhook endpoint as merchants see it. Its secret is shown once, on creation. */
export const EndpointObject = Type.Object(
  {
    id: Type.String({ description: 'Identifier of the endpoint, `whe_...`.' }),
    object: Type.Literal('webhook_endpoint'),
    url: Type.String({ description: 'URL that events are posted to.' }),
    description: Type.Union([Type.String(), Type.Null()], { description: 'Set by staff.' }),
    events: Type.Union([Type.Array(Type.Enum([...eventTypes])), Type.Null()], {
      description: 'The events it listens to; null means every event.',
    }),
    livemode: Type.Boolean({ description: 'False for an endpoint of test mode.' }),
    enabled: Type.Boolean({ description: 'Nothing is sent to a disabled endpoint.' }),
    disabled_reason: Type.Union(
      [Type.Literal('by_hand'), Type.Literal('gone'), Type.Literal('failing'), Type.Null()],
      {
        description:
          'Why it is disabled: `by_hand` by staff, `gone` because it responded with 410, `failing` because every attempt ' +
          'failed for 5 days. null while it is enabled.',
      },
    ),
    disabled_at: Type.Union(text_or_null.anyOf, { description: 'ISO 8601 with numeric offset.' }),
    created_at: Type.String({ description: 'ISO 8601 with numeric offset.' }),
  },
  { description: 'A merchant’s server that receives events.' },
);
export type EndpointObject = Static<typeof EndpointObject>;

/** Presents an endpoint as merchants see it. */
export function presentEndpoint(endpoint: Endpoint): EndpointObject {
  const { id, url, description, event_types, mode, enabled, disabled_reason, disabled_at } = endpoint;
  return {
    id,
    object: 'webhook_endpoint',
    url,
    description,
    events: event_types as EndpointObject['events'],
    livemode: mode === 'live',
    enabled,
    disabled_reason,
    disabled_at: disabled_at === null ? null : timestampText(disabled_at),
    created_at: timestampText(endpoint.created_at),
  };
}
