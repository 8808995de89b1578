import {
  changeRule,
  listRoutes,
  OperatorRoute,
  RuleChange,
  RuleObject,
  removeRule,
} from '@guichet/core/routing';
import Type from 'typebox';
import { withActor, withPath, withPathAndBody } from './handle.ts';
import { merchantOperations } from './list-operations.ts';

/** Operations on the routing rules of a merchant. */
export const routing_operations = merchantOperations('Routing', {
  listRoutes: {
    route: 'GET /routing',
    scope: 'settings:read',
    summary: 'Every operator with its rule',
    errors: [],
    success: {
      status: 200,
      message: 'The routing.',
      data: Type.Object({ items: Type.Array(OperatorRoute) }),
    },
    handle: withActor(listRoutes),
  },
  changeRule: {
    route: 'PUT /routing/{operator}',
    scope: 'settings:write',
    summary: 'Set the rule for an operator',
    needs_proof: 'live',
    body: RuleChange,
    errors: [],
    success: { status: 200, message: 'Saved.', data: RuleObject },
    handle: withPathAndBody('operator', changeRule),
  },
  removeRule: {
    route: 'DELETE /routing/{operator}',
    scope: 'settings:write',
    summary: 'Remove the rule for an operator',
    needs_proof: 'live',
    errors: [],
    success: {
      status: 200,
      message: 'The rule was removed.',
      data: Type.Object({ operator: Type.String(), was_there: Type.Boolean() }),
    },
    handle: withPath('operator', removeRule),
  },
});
