import { useQueryClient } from '@tanstack/react-query';
import { api, read } from '../../api/client.ts';
import type { paths } from '../../api/schema.d.ts';
import { useFrame } from '../../app/use-frame.ts';

type TeamAnswer =
  paths['/dashboard/api/{merchant_id}/{mode}/team']['get']['responses'][200]['content']['application/json'];
export type Member = TeamAnswer['data']['members'][number];
export type Invitation = TeamAnswer['data']['invitations'][number];
export type Role = Member['role'];

/** The actions for a team; each action refreshes the team. */
export function useTeamVerbs() {
  const { path, keyOf } = useFrame();
  const query_client = useQueryClient();
  const refresh = async <Data>(call: Promise<Data>): Promise<Data> => {
    const data = await call;
    await query_client.invalidateQueries({ queryKey: keyOf('team') });
    return data;
  };
  const member = '/dashboard/api/{merchant_id}/{mode}/team/members/{user_id}' as const;
  const invitations = '/dashboard/api/{merchant_id}/{mode}/team/invitations' as const;
  return {
    invite: (body: { readonly email: string; readonly role: Role }) =>
      refresh(read(api.POST(invitations, { params: { path }, body }))),
    takeBack: (id: string) =>
      refresh(read(api.DELETE(`${invitations}/{id}`, { params: { path: { ...path, id } } }))),
    changeRole: (user_id: string, role: Role) =>
      refresh(read(api.PATCH(member, { params: { path: { ...path, user_id } }, body: { role } }))),
    remove: (user_id: string) =>
      refresh(read(api.DELETE(member, { params: { path: { ...path, user_id } } }))),
    endSessions: (user_id: string) =>
      read(api.DELETE(`${member}/sessions`, { params: { path: { ...path, user_id } } })),
    makePasswordLink: (user_id: string) =>
      read(api.POST(`${member}/password-link`, { params: { path: { ...path, user_id } } })),
  };
}
