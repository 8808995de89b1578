/** MTN's markets: the wallet there, and its usual currency. Keys are values of `X-Target-Environment`. */
export const markets = {
  mtnbenin: { operator: 'mtn_bj', currency: 'XOF' },
  mtnivorycoast: { operator: 'mtn_ci', currency: 'XOF' },
  mtncameroon: { operator: 'mtn_cm', currency: 'XAF' },
  mtncongo: { operator: 'mtn_cg', currency: 'XAF' },
  mtnghana: { operator: 'mtn_gh', currency: 'GHS' },
  mtnuganda: { operator: 'mtn_ug', currency: 'UGX' },
  mtnguineaconakry: { operator: 'mtn_gn', currency: 'GNF' },
  mtnguineabissau: { operator: 'mtn_gw', currency: 'XOF' },
  mtnzambia: { operator: 'mtn_zm', currency: 'ZMW' },
  mtnswaziland: { operator: 'mtn_sz', currency: 'SZL' },
  mtnsouthafrica: { operator: 'mtn_za', currency: 'ZAR' },
  mtnsouthsudan: { operator: 'mtn_ss', currency: 'SSP' },
  mtnnigeria: { operator: 'mtn_ng', currency: 'NGN' },
  mtnrwanda: { operator: 'mtn_rw', currency: 'RWF' },
  // There are also wallets in dollars: see the setting `currency`.
  mtnliberia: { operator: 'mtn_lr', currency: 'LRD' },
} as const;

export type Market = keyof typeof markets;

/** Every value of `X-Target-Environment`. */
export const targetEnvironments = [...(Object.keys(markets) as Market[]), 'sandbox'] as const;
export type TargetEnvironment = (typeof targetEnvironments)[number];

/** The wallet of an account. MTN's sandbox has no country: it is used for one of our markets. */
export function marketOf(
  target: TargetEnvironment,
  sandbox_market: Market = 'mtnivorycoast',
): (typeof markets)[Market] {
  return markets[target === 'sandbox' ? sandbox_market : target];
}

const sandbox_host = 'sandbox.momodeveloper.mtn.com';
/**
 * The hosts of MTN's two platforms: that of the partner portal, and the one that its internet partners move
 * to.
 */
const hostOfPlatform = { partner: 'proxy.momoapi.mtn.com', internet: 'momoapi.momo.africa' } as const;
export type Platform = keyof typeof hostOfPlatform;
export const platforms = Object.keys(hostOfPlatform) as Platform[];
/**
 * A platform has one host for all its markets, except for markets with a host of their own, which the setting
 * `base_url` selects.
 */
export const hosts = [sandbox_host, ...Object.values(hostOfPlatform), 'proxy.momoapi.mtn.co.rw'] as const;

/** The default URL of a market's API. */
export function defaultBaseUrl(target: TargetEnvironment, platform: Platform = 'partner'): string {
  return `https://${target === 'sandbox' ? sandbox_host : hostOfPlatform[platform]}`;
}
