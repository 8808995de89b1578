import {
  AccountChange,
  AccountInput,
  AccountList,
  AccountObject,
  addAccount,
  CheckedObject,
  changeOwnAccount,
  checkOwnAccount,
  listOwnAccounts,
  SwitchInput,
  showAccount,
  switchOwnAccount,
} from '@guichet/core/routing';
import { withActor, withBody, withPath, withPathAndBody } from './handle.ts';
import { merchantOperations } from './list-operations.ts';

/** Operations on the merchant's accounts with providers, for live mode. */
export const account_operations = merchantOperations('Connector accounts', {
  listAccounts: {
    route: 'GET /accounts',
    scope: 'settings:read',
    summary: 'Accounts, oldest first, and the available providers',
    errors: [],
    success: { status: 200, message: 'The connector accounts.', data: AccountList },
    handle: withActor(listOwnAccounts),
  },
  addAccount: {
    route: 'POST /accounts',
    scope: 'settings:write',
    summary: 'Create an account; its settings are checked with the provider',
    needs_proof: 'always',
    body: AccountInput,
    errors: [],
    success: { status: 201, message: 'Account created.', data: AccountObject },
    handle: withBody(addAccount),
  },
  showAccount: {
    route: 'GET /accounts/{id}',
    scope: 'settings:read',
    summary: 'An account, without its secrets',
    errors: [],
    success: { status: 200, message: 'The account.', data: AccountObject },
    handle: withPath('id', showAccount),
  },
  changeAccount: {
    route: 'PATCH /accounts/{id}',
    scope: 'settings:write',
    summary: 'Change the name or settings of an account',
    needs_proof: 'always',
    body: AccountChange,
    errors: ['conflict'],
    success: { status: 200, message: 'Account changed.', data: AccountObject },
    handle: withPathAndBody('id', changeOwnAccount),
  },
  switchAccount: {
    route: 'POST /accounts/{id}/switch',
    scope: 'settings:write',
    summary: 'Enable or disable an account',
    needs_proof: 'always',
    body: SwitchInput,
    errors: ['conflict'],
    success: { status: 200, message: 'Account switched.', data: AccountObject },
    handle: withPathAndBody('id', switchOwnAccount),
  },
  checkAccount: {
    route: 'POST /accounts/{id}/check',
    scope: 'settings:write',
    summary: 'Check the credentials with the provider',
    errors: ['conflict'],
    success: { status: 200, message: 'Checked.', data: CheckedObject },
    handle: withPath('id', checkOwnAccount),
  },
});
