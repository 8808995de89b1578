import { makeProviderWorld } from '../conformance/provider-world.ts';
import { exerciseOperator } from '../conformance.ts';
import { setting } from './test-support.ts';

exerciseOperator('fedapay', () => makeProviderWorld(setting));
