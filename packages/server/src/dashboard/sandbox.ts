import {
  DecisionInput,
  decideOwnSandboxObject,
  FundingInput,
  fundOwnSandbox,
  SandboxPanel,
  showSandbox,
  WaitingObject,
} from '@guichet/core/operations';
import Type from 'typebox';
import { withActor, withBody } from './handle.ts';
import { merchantOperations } from './list-operations.ts';

const Funded = Type.Object({ currency: Type.String(), amount: Type.Number(), available: Type.Number() });

/** Operations to act as the operator of test mode. */
export const sandbox_operations = merchantOperations('Sandbox', {
  showSandbox: {
    route: 'GET /sandbox',
    scope: 'developers:read',
    summary: 'Requests awaiting a decision, and the outcomes by last digits',
    errors: [],
    success: { status: 200, message: 'The sandbox.', data: SandboxPanel },
    handle: withActor(showSandbox),
  },
  decideSandbox: {
    route: 'POST /sandbox/decide',
    scope: 'sandbox:write',
    summary: 'Approve or refuse in the operator’s place',
    body: DecisionInput,
    errors: ['conflict'],
    success: { status: 200, message: 'Decided.', data: WaitingObject },
    handle: withBody(decideOwnSandboxObject),
  },
  fundSandbox: {
    route: 'POST /sandbox/fund',
    scope: 'sandbox:write',
    summary: 'Add play money to the balance',
    body: FundingInput,
    errors: [],
    success: { status: 200, message: 'Test funds added.', data: Funded },
    handle: withBody(fundOwnSandbox),
  },
});
