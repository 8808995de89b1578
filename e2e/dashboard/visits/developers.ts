import type { Filled } from '../fill.ts';
import { after, answered } from './open.ts';
import type { Visits } from './visit.ts';

const add_key = after('features/developers/add-key.tsx', 'Create a key');

/** Visits to the keys, endpoints and logs of a merchant's programs. */
export function developerVisits(filled: Filled): Visits {
  return {
    'developers/keys': [
      {
        name: 'keys',
        at: 'developers/keys',
        openings: [
          add_key,
          after('features/developers/keys-page.tsx', 'Revoke: Caisse 1'),
          answered('features/developers/shown-once.tsx', add_key, { Name: 'Caisse 3' }, 'Create a key'),
        ],
      },
    ],
    'developers/webhooks': [
      {
        name: 'endpoints',
        at: 'developers/webhooks',
        openings: [after('features/developers/endpoint-dialog.tsx', 'Add an endpoint')],
      },
    ],
    'developers/webhooks/$endpoint_id': [
      {
        name: 'an endpoint',
        at: `developers/webhooks/${filled.endpoint_id}`,
        openings: [
          after('features/developers/endpoint-dialog.tsx', 'Change'),
          after('features/developers/rotate-dialog.tsx', 'New secret'),
          after('features/developers/endpoint-actions.tsx', 'Switch off'),
          after('features/developers/endpoint-actions.tsx', 'Delete'),
        ],
      },
      { name: 'a failing endpoint', at: `developers/webhooks/${filled.failing_endpoint_id}` },
    ],
    'developers/deliveries': [{ name: 'deliveries', at: 'developers/deliveries' }],
    'developers/deliveries/$delivery_id': [
      { name: 'a delivery', at: `developers/deliveries/${filled.delivery_id}` },
      { name: 'a failing delivery', at: `developers/deliveries/${filled.failing_delivery_id}` },
    ],
    'developers/events': [{ name: 'events', at: 'developers/events' }],
    'developers/events/$event_id': [{ name: 'an event', at: `developers/events/${filled.event_id}` }],
    'developers/requests': [{ name: 'requests', at: 'developers/requests' }],
    'developers/sandbox': [{ name: 'the sandbox', at: 'developers/sandbox' }],
  };
}
