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
import type { MerchantOperation } from './operation.ts';

const tag = 'Sandbox';
const Funded = Type.Object({ currency: Type.String(), amount: Type.Number(), available: Type.Number() });

/** The operator of test mode, played by hand. */
export const sandbox_operations: readonly MerchantOperation[] = [
  {
    access: 'merchant',
    method: 'GET',
    path: '/sandbox',
    id: 'showSandbox',
    tag,
    scope: 'developers:read',
    summary: 'Requests awaiting a decision, and the outcomes by last digits',
    errors: [],
    success: { status: 200, message: 'The sandbox.', data: SandboxPanel },
    handle: async ({ ctx, actor }) => ({ data: await showSandbox(ctx, actor) }),
  },
  {
    access: 'merchant',
    method: 'POST',
    path: '/sandbox/decide',
    id: 'decideSandbox',
    tag,
    scope: 'sandbox:write',
    summary: 'Approve or refuse in the operator’s place',
    body: DecisionInput,
    errors: ['conflict'],
    success: { status: 200, message: 'Decided.', data: WaitingObject },
    handle: async ({ ctx, actor, body }) => ({ data: await decideOwnSandboxObject(ctx, actor, body) }),
  },
  {
    access: 'merchant',
    method: 'POST',
    path: '/sandbox/fund',
    id: 'fundSandbox',
    tag,
    scope: 'sandbox:write',
    summary: 'Add play money to the balance',
    body: FundingInput,
    errors: [],
    success: { status: 200, message: 'Test funds added.', data: Funded },
    handle: async ({ ctx, actor, body }) => ({ data: await fundOwnSandbox(ctx, actor, body) }),
  },
];
