import { addKey, KeyInput, KeyList, KeyObject, listKeys, withdrawKey } from '@guichet/core/accounts';
import Type from 'typebox';
import type { MerchantOperation } from './operation.ts';

const tag = 'API keys';

/** The merchant's keys to the API. */
export const key_operations: readonly MerchantOperation[] = [
  {
    access: 'merchant',
    method: 'GET',
    path: '/keys',
    id: 'listKeys',
    tag,
    scope: 'developers:read',
    summary: 'Keys, those that work first',
    errors: [],
    success: { status: 200, message: 'The API keys.', data: KeyList },
    handle: async ({ ctx, actor }) => ({ data: await listKeys(ctx, actor) }),
  },
  {
    access: 'merchant',
    method: 'POST',
    path: '/keys',
    id: 'addKey',
    tag,
    scope: 'developers:write',
    summary: 'Make a key; it is shown once',
    needs_proof: 'live',
    body: KeyInput,
    errors: [],
    success: {
      status: 201,
      message: 'Key created.',
      data: Type.Object({ id: Type.String(), key: Type.String() }),
    },
    handle: async ({ ctx, actor, body }) => ({ data: await addKey(ctx, actor, body) }),
  },
  {
    access: 'merchant',
    method: 'POST',
    path: '/keys/{id}/revoke',
    id: 'revokeKey',
    tag,
    scope: 'developers:write',
    summary: 'Revoke a key for good',
    errors: ['key_not_found'],
    success: { status: 200, message: 'Key revoked.', data: KeyObject },
    handle: async ({ ctx, actor, params: { id = '' } }) => ({ data: await withdrawKey(ctx, actor, id) }),
  },
];
