import type { MerchantActor } from '../../platform/actor/actor.ts';
import type { Movement } from './queries.ts';

/**
 * Returns the author of a movement. For a command, the author's id is one that no member of staff has, so that any
 * approver counts as a second person.
 */
export function bookkeeperOf(actor: MerchantActor): Pick<Movement, 'made_by' | 'made_by_name'> {
  switch (actor.kind) {
    case 'staff':
      return { made_by: actor.user_id, made_by_name: actor.name };
    case 'command':
      return { made_by: `command:${actor.name}`, made_by_name: `guichet (${actor.name})` };
    case 'key':
      return { made_by: actor.key_id, made_by_name: actor.key_id };
  }
}
