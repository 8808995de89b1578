import { keepPreviousData } from '@tanstack/react-query';
import { useRead } from '../../app/use-read.ts';

/** The polling interval: something can start to need attention without any event. */
const needs_ms = 60_000;

export type Period = '7' | '30' | '90';
export type Overview = NonNullable<ReturnType<typeof useOverview>['data']>;
export type Figures = Overview['total'];
export type Needs = NonNullable<ReturnType<typeof useNeeds>['data']>;
export type Steps = NonNullable<ReturnType<typeof useSteps>['data']>;

export function useOverview(days: Period, currency: string | undefined) {
  const query = { days, ...(currency !== undefined && { currency }) };
  return useRead(['overview', 'figures', query], '/overview', { query, placeholderData: keepPreviousData });
}

export function useNeeds() {
  return useRead(['overview', 'needs'], '/overview/needs', { refetchInterval: needs_ms });
}

export function useSteps() {
  return useRead(['overview', 'steps'], '/overview/steps');
}
