import { exerciseOperator } from '../conformance.ts';
import { makeDarajaWorld } from './test-support.ts';

exerciseOperator('mpesa-daraja', makeDarajaWorld);
