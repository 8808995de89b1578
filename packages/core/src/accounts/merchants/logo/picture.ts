import type { MerchantLogoTable } from '../../../platform/database/tables/merchants.ts';

/** The facts in the header of a picture. */
export type PictureFacts = Pick<MerchantLogoTable, 'media_type' | 'width' | 'height'>;

/** The logo of a merchant. */
export type Logo = PictureFacts & Pick<MerchantLogoTable, 'picture'>;

export const logo_limits = {
  /** The payment page stays one request of at most 14,000 bytes. */
  bytes_max: 2048,
  /** In pixels. A page shows at most 48, and screens have up to four times as many. */
  side_max: 256,
} as const;

/** Returns a logo as the address of an `img`, which then loads nothing. */
export function dataUrl({ media_type, picture }: Pick<Logo, 'media_type' | 'picture'>): string {
  return `data:${media_type};base64,${picture.toString('base64')}`;
}
