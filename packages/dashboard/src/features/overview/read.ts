import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, read } from '../../api/client.ts';
import { useFrame } from '../../app/use-frame.ts';

const base = '/dashboard/api/{merchant_id}/{mode}/overview' as const;
/** The polling interval: something can start to need attention without any event. */
const needs_ms = 60_000;

export type Period = '7' | '30' | '90';
export type Overview = NonNullable<ReturnType<typeof useOverview>['data']>;
export type Figures = Overview['total'];
export type Needs = NonNullable<ReturnType<typeof useNeeds>['data']>;
export type Steps = NonNullable<ReturnType<typeof useSteps>['data']>;

export function useOverview(days: Period, currency: string | undefined) {
  const { path, keyOf } = useFrame();
  const query = { days, ...(currency !== undefined && { currency }) };
  return useQuery({
    queryKey: keyOf('overview', 'figures', query),
    queryFn: ({ signal }) => read(api.GET(base, { params: { path, query }, signal })),
    placeholderData: keepPreviousData,
  });
}

export function useNeeds() {
  const { path, keyOf } = useFrame();
  return useQuery({
    queryKey: keyOf('overview', 'needs'),
    queryFn: ({ signal }) => read(api.GET(`${base}/needs`, { params: { path }, signal })),
    refetchInterval: needs_ms,
  });
}

export function useSteps() {
  const { path, keyOf } = useFrame();
  return useQuery({
    queryKey: keyOf('overview', 'steps'),
    queryFn: ({ signal }) => read(api.GET(`${base}/steps`, { params: { path }, signal })),
  });
}
