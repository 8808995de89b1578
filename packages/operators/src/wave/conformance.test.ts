import { exerciseOperator } from '../conformance.ts';
import { makeWaveWorld } from './test-support.ts';

exerciseOperator('wave', makeWaveWorld);
