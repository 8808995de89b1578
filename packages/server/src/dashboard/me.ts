import { Me, MeInput, showMe, updateMe } from '@guichet/core/staff/show-me';
import type { PersonalOperation } from './operation.ts';

/** Who is signed in. */
export const me_operations: readonly PersonalOperation[] = [
  {
    access: 'personal',
    method: 'GET',
    path: '',
    id: 'showMe',
    tag: 'Me',
    summary: 'Who is signed in, and the merchants they work for',
    errors: [],
    success: { status: 200, message: 'You.', data: Me },
    handle: async ({ ctx, person }) => ({ data: await showMe(ctx, person) }),
  },
  {
    access: 'personal',
    method: 'PATCH',
    path: '',
    id: 'updateMe',
    tag: 'Me',
    summary: 'Change your name and language',
    body: MeInput,
    errors: [],
    success: { status: 200, message: 'Saved.', data: Me },
    handle: async ({ ctx, person, body }) => ({ data: await updateMe(ctx, person, body) }),
  },
];
