import { mayGive, type Role } from '../../platform/actor/roles.ts';

/** Who made a link, and whether it was the person who runs the service. */
export interface Maker {
  readonly maker_id: string | null;
  readonly by_command: boolean;
}

/**
 * Whether a link may still do what it is for: not whether its maker could when it was made, but whether they could do
 * it now. Who has left, or may no longer give or change that role, has no links.
 *
 * @param role that the link gives, or that the person has now whose password it changes
 * @param members of the merchant, held where it counts
 */
export function mayStill(
  { maker_id, by_command }: Maker,
  role: Role,
  members: readonly { readonly user_id: string; readonly role: Role }[],
): boolean {
  if (by_command) return true;
  const maker = members.find(({ user_id }) => user_id === maker_id);
  return maker !== undefined && mayGive(maker.role, role);
}
