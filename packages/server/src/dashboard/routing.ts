import {
  changeRule,
  listRoutes,
  OperatorRoute,
  RuleChange,
  RuleObject,
  removeRule,
} from '@guichet/core/routing';
import Type from 'typebox';
import type { MerchantOperation } from './operation.ts';

const tag = 'Routing';

/** Operations on the routing rules of a merchant. */
export const routing_operations: readonly MerchantOperation[] = [
  {
    access: 'merchant',
    method: 'GET',
    path: '/routing',
    id: 'listRoutes',
    tag,
    scope: 'settings:read',
    summary: 'Every operator with the rule for it',
    errors: [],
    success: {
      status: 200,
      message: 'The routing.',
      data: Type.Object({ items: Type.Array(OperatorRoute) }),
    },
    handle: async ({ ctx, actor }) => ({ data: await listRoutes(ctx, actor) }),
  },
  {
    access: 'merchant',
    method: 'PUT',
    path: '/routing/{operator}',
    id: 'changeRule',
    tag,
    scope: 'settings:write',
    summary: 'Set the rule for an operator',
    needs_proof: 'live',
    body: RuleChange,
    errors: [],
    success: { status: 200, message: 'Saved.', data: RuleObject },
    handle: async ({ ctx, actor, params: { operator = '' }, body }) => ({
      data: await changeRule(ctx, actor, { operator, body }),
    }),
  },
  {
    access: 'merchant',
    method: 'DELETE',
    path: '/routing/{operator}',
    id: 'removeRule',
    tag,
    scope: 'settings:write',
    summary: 'Take the rule for an operator away',
    needs_proof: 'live',
    errors: [],
    success: {
      status: 200,
      message: 'The rule was removed.',
      data: Type.Object({ operator: Type.String(), was_there: Type.Boolean() }),
    },
    handle: async ({ ctx, actor, params: { operator = '' } }) => ({
      data: await removeRule(ctx, actor, operator),
    }),
  },
];
