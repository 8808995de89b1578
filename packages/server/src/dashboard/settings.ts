import {
  BrandingInput,
  ProfileInput,
  ProfileObject,
  showProfile,
  updateBranding,
  updateProfile,
} from '@guichet/core/merchants/manage';
import type { MerchantOperation } from './operation.ts';
import { PreviewObject, PreviewQuery, previewBranding } from './preview-branding.ts';

const tag = 'Settings';

/** What the merchant is called, and what customers see of it. */
export const settings_operations: readonly MerchantOperation[] = [
  {
    access: 'merchant',
    method: 'GET',
    path: '/settings',
    id: 'showSettings',
    tag,
    scope: 'settings:read',
    summary: 'Name, colour and template',
    errors: [],
    success: { status: 200, message: 'The settings.', data: ProfileObject },
    handle: async ({ ctx, actor }) => ({ data: await showProfile(ctx, actor) }),
  },
  {
    access: 'merchant',
    method: 'PATCH',
    path: '/settings/profile',
    id: 'updateProfile',
    tag,
    scope: 'settings:write',
    summary: 'Change the name',
    body: ProfileInput,
    errors: [],
    success: { status: 200, message: 'Saved.', data: ProfileObject },
    handle: async ({ ctx, actor, body }) => ({ data: await updateProfile(ctx, actor, body) }),
  },
  {
    access: 'merchant',
    method: 'PATCH',
    path: '/settings/branding',
    id: 'updateBranding',
    tag,
    scope: 'settings:write',
    summary: 'Change colour and default template',
    body: BrandingInput,
    errors: [],
    success: { status: 200, message: 'Saved.', data: ProfileObject },
    handle: async ({ ctx, actor, body }) => ({ data: await updateBranding(ctx, actor, body) }),
  },
  {
    access: 'merchant',
    method: 'GET',
    path: '/settings/preview',
    id: 'previewBranding',
    tag,
    scope: 'settings:read',
    summary: 'The payment page in a colour, in each template, and how readable the colour is',
    query: PreviewQuery,
    errors: [],
    success: { status: 200, message: 'The previews.', data: PreviewObject },
    handle: async ({ ctx, actor, query }) => ({ data: await previewBranding(ctx, actor, query) }),
  },
];
