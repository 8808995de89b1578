import {
  listNeeds,
  listSteps,
  Needs,
  OverviewObject,
  OverviewQuery,
  Steps,
  showOverview,
} from '@guichet/core/reads';
import type { MerchantOperation } from './operation.ts';

const tag = 'Overview';

/** Operations of the overview: figures, and what needs review. */
export const overview_operations: readonly MerchantOperation[] = [
  {
    access: 'merchant',
    method: 'GET',
    path: '/overview',
    id: 'showOverview',
    tag,
    scope: 'payments:read',
    summary: 'Volume, success rate, fees and time to pay',
    query: OverviewQuery,
    errors: ['invalid_fields'],
    success: { status: 200, message: 'The figures.', data: OverviewObject },
    handle: async ({ ctx, actor, query }) => ({ data: await showOverview(ctx, actor, query) }),
  },
  {
    access: 'merchant',
    method: 'GET',
    path: '/overview/needs',
    id: 'listNeeds',
    tag,
    scope: 'payments:read',
    summary: 'What a person should look at',
    errors: [],
    success: { status: 200, message: 'Objects that need review.', data: Needs },
    handle: async ({ ctx, actor }) => ({ data: await listNeeds(ctx, actor) }),
  },
  {
    access: 'merchant',
    method: 'GET',
    path: '/overview/steps',
    id: 'listSteps',
    tag,
    scope: 'payments:read',
    summary: 'What a new merchant does first',
    errors: [],
    success: { status: 200, message: 'The steps.', data: Steps },
    handle: async ({ ctx, actor }) => ({ data: await listSteps(ctx, actor) }),
  },
];
