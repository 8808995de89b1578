import { mayGive, type Role } from '../../platform/actor/roles.ts';

/** The author of a link: a member of staff, or the person who runs the service. */
export interface Maker {
  readonly maker_id: string | null;
  readonly by_command: boolean;
}

/**
 * Returns whether a link is still valid, which requires that its author could create it now: the author is still a
 * member, and may still grant or change that role.
 *
 * @param role the role that the link grants, or the current role of the person whose password it changes
 * @param members the merchant's members, locked where the link is used
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
