import type { Context } from '@guichet/core/platform';
import { makeListOperators, OperatorPage, OperatorQuery } from '@guichet/core/serving';
import type { Operation } from './operation.ts';

/** Operations on the operators that a merchant can use. */
export function operatorOperations(ctx: Context): readonly Operation[] {
  const listOperators = makeListOperators(ctx);
  return [
    {
      access: 'key',
      method: 'GET',
      path: '/operators',
      scope: 'operators:read',
      id: 'listOperators',
      tag: 'Operators',
      summary: 'List operators',
      description:
        'The operators that you can use with this key, in the order of the catalogue, with the fee that your customers ' +
        'pay and the current availability of each. ' +
        'With a test key these are sandboxes that move no money; `sandbox_zz` stands in for currencies that no ' +
        'operator supports.',
      query: OperatorQuery,
      errors: ['invalid_fields'],
      success: { status: 200, message: 'Operators found.', data: OperatorPage },
      handle: async ({ caller, query }) => ({ data: await listOperators(caller, query) }),
    },
  ];
}
