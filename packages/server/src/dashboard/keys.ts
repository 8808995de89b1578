import { addKey, KeyInput, KeyList, KeyObject, listKeys, withdrawKey } from '@guichet/core/accounts';
import Type from 'typebox';
import { withActor, withBody, withPath } from './handle.ts';
import { merchantOperations } from './list-operations.ts';

/** Operations on the merchant's API keys. */
export const key_operations = merchantOperations('API keys', {
  listKeys: {
    route: 'GET /keys',
    scope: 'developers:read',
    summary: 'Keys, active ones first',
    errors: [],
    success: { status: 200, message: 'The API keys.', data: KeyList },
    handle: withActor(listKeys),
  },
  addKey: {
    route: 'POST /keys',
    scope: 'developers:write',
    summary: 'Create a key; it is shown once',
    needs_proof: 'live',
    body: KeyInput,
    errors: [],
    success: {
      status: 201,
      message: 'Key created.',
      data: Type.Object({ id: Type.String(), key: Type.String() }),
    },
    handle: withBody(addKey),
  },
  revokeKey: {
    route: 'POST /keys/{id}/revoke',
    scope: 'developers:write',
    summary: 'Revoke a key permanently',
    errors: ['key_not_found'],
    success: { status: 200, message: 'Key revoked.', data: KeyObject },
    handle: withPath('id', withdrawKey),
  },
});
