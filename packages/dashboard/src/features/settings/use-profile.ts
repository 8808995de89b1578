import { useQuery } from '@tanstack/react-query';
import { api, read } from '../../api/client.ts';
import type { components } from '../../api/schema.d.ts';
import { useFrame } from '../../app/use-frame.ts';

export type Profile = components['schemas']['Profile'];

/** The merchant's name and look. */
export function useProfile() {
  const { path, keyOf } = useFrame();
  return useQuery({
    queryKey: keyOf('settings'),
    queryFn: ({ signal }) =>
      read(api.GET('/dashboard/api/{merchant_id}/{mode}/settings', { params: { path }, signal })),
  });
}
