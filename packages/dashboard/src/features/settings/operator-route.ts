import type { components } from '../../api/schema.d.ts';

/** An operator, whether customers can choose it, and the rule for it. */
export type OperatorRoute = components['schemas']['OperatorRoute'];
