import { exerciseOperator } from '@guichet/operators/conformance';
import { makeProviderWorld } from '@guichet/operators/conformance/provider-world';
import { setting } from './test-support.ts';

exerciseOperator('acme-pay', () => makeProviderWorld(setting));
