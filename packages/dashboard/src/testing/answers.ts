import type { Merchant } from '../app/me.ts';
import { answer, type Recorded } from './recorded.ts';

export const merchant_id = 'mer_1NGKMSG000';

/** The path of a page of the merchant in test mode. */
export const placeOf = (page: string): string => `/dashboard/${merchant_id}/test/${page}`;

const reading = [
  'payments:read',
  'payouts:read',
  'customers:read',
  'balances:read',
  'settings:read',
] as const;

/**
 * The response about the signed-in person: a member of one merchant with the given scopes.
 *
 * @param options.recovering whether the service was restored and sends nothing
 */
export function signedIn(
  scopes: Merchant['scopes'] = [...reading],
  { recovering = false }: { readonly recovering?: boolean } = {},
): Recorded {
  return answer('/dashboard/api/me', {
    user: {
      id: 'stf_01JD0Z5T8Q0000000000000000',
      name: 'Awa Koné',
      email: 'awa@shop.example',
      language: null,
      two_factor_enabled: false,
      has_passkey: false,
    },
    has_second_factor: false,
    recovering,
    merchant: {
      id: merchant_id,
      name: 'Chez Awa',
      role: 'viewer',
      scopes,
      needs_second_factor: false,
      needs_second_factor_in_live: false,
      is_demo: false,
    },
  });
}
