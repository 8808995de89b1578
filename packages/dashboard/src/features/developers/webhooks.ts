import { useQueryClient } from '@tanstack/react-query';
import { api, read } from '../../api/client.ts';
import type { components } from '../../api/schema.d.ts';
import { useFrame } from '../../app/use-frame.ts';
import type { EventName } from './event-names.ts';

export type Endpoint = components['schemas']['WebhookEndpoint'];

/** The fields of an endpoint, as staff fill them in. */
export interface EndpointFields {
  readonly url: string;
  readonly description: string;
  /** Null for every event. */
  readonly events: readonly EventName[] | null;
}

const list = '/dashboard/api/{merchant_id}/{mode}/webhooks' as const;
const one = `${list}/{id}` as const;

/** The actions for endpoints; each action refreshes the endpoints. */
export function useWebhookVerbs() {
  const { path, keyOf } = useFrame();
  const query_client = useQueryClient();
  const refresh = async <Data>(call: Promise<Data>): Promise<Data> => {
    const data = await call;
    await Promise.all([
      query_client.invalidateQueries({ queryKey: keyOf('webhooks') }),
      query_client.invalidateQueries({ queryKey: keyOf('deliveries') }),
    ]);
    return data;
  };
  const params = (id: string) => ({ params: { path: { ...path, id } } });
  return {
    add: ({ url, description, events }: EndpointFields) => {
      const body = {
        url,
        ...(events && { events: [...events] }),
        ...(description.trim() !== '' && { description }),
      };
      return refresh(read(api.POST(list, { params: { path }, body })));
    },
    change: (id: string, { url, description, events }: EndpointFields) => {
      const body = { url, description: description.trim() || null, events: events && [...events] };
      return refresh(read(api.PATCH(one, { ...params(id), body })));
    },
    /** @param leave leaves the endpoint's page before its data, which exists no longer, would be read again */
    remove: (id: string, leave: () => Promise<void>) =>
      refresh(read(api.DELETE(one, params(id))).then(leave)),
    enable: (id: string) => refresh(read(api.POST(`${one}/enable`, params(id)))),
    disable: (id: string) => refresh(read(api.POST(`${one}/disable`, params(id)))),
    test: (id: string) => refresh(read(api.POST(`${one}/test`, params(id)))),
    examine: (id: string) => read(api.POST(`${one}/doctor`, params(id))),
    rotate: (id: string, overlap_hours: number) =>
      refresh(read(api.POST(`${one}/secret`, { ...params(id), body: { overlap_hours } }))),
    /** @param range times in ISO 8601; without an end, up to now */
    resend: (
      id: string,
      range: { readonly which: 'failed' | 'all'; readonly since: string; readonly until?: string },
    ) => refresh(read(api.POST(`${one}/resend`, { ...params(id), body: range }))),
  };
}
