import { mayGive, type Role } from '../../platform/actor/roles.ts';

/** The maker of a link: a member of staff, or the operator of the service. */
export interface Maker {
  readonly maker_id: string | null;
  readonly by_command: boolean;
}

/**
 * Whether a link is still valid: not whether its maker could make it then, but whether they could now. A
 * maker who has left, or may no longer grant or change that role, invalidates it.
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
