import {
  listNeeds,
  listSteps,
  Needs,
  OverviewObject,
  OverviewQuery,
  Steps,
  showOverview,
} from '@guichet/core/reads';
import { withActor, withQuery } from './handle.ts';
import { merchantOperations } from './list-operations.ts';

/** Operations of the overview: figures, and what needs review. */
export const overview_operations = merchantOperations('Overview', {
  showOverview: {
    route: 'GET /overview',
    scope: 'payments:read',
    summary: 'Volume, success rate, fees and time to pay',
    query: OverviewQuery,
    errors: ['invalid_fields'],
    success: { status: 200, message: 'The figures.', data: OverviewObject },
    handle: withQuery(showOverview),
  },
  listNeeds: {
    route: 'GET /overview/needs',
    scope: 'payments:read',
    summary: 'Objects that need review',
    errors: [],
    success: { status: 200, message: 'Objects that need review.', data: Needs },
    handle: withActor(listNeeds),
  },
  listSteps: {
    route: 'GET /overview/steps',
    scope: 'payments:read',
    summary: 'First steps of a new merchant',
    errors: [],
    success: { status: 200, message: 'The steps.', data: Steps },
    handle: withActor(listSteps),
  },
});
