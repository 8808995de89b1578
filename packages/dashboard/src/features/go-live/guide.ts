/** The facts about one contract with a provider: what to ask for, where it is found, and what to watch for. */
export interface Guide {
  readonly name: string;
  /** The things to ask the provider for, each a sentence or a thing. */
  readonly ask: readonly string[];
  /** The settings, and where each is found. */
  readonly found: readonly { readonly what: string; readonly where: string }[];
  /** The thing to do with the callback address. */
  readonly callback: string;
  readonly notes: readonly string[];
}

export const guide_ids = [
  ...(['mtn-momo', 'wave', 'mpesa-daraja', 'fedapay', 'pawapay', 'airtel-money'] as const),
  ...(['orange-web-payment', 'orange-sonatel', 'orange-cameroon', 'orange-burkina'] as const),
] as const;
export type GuideId = (typeof guide_ids)[number];

/** The contracts of Orange Money that exist in one country only, by that country. */
const orange_of: Readonly<Record<string, readonly GuideId[]>> = {
  SN: ['orange-sonatel', 'orange-web-payment'],
  CM: ['orange-cameroon', 'orange-web-payment'],
  BF: ['orange-burkina'],
};

/**
 * Returns the guides to a connector in a country; none for a connector that this version does not know.
 *
 * @param variant of the account, if the connector has variants and the account exists
 */
export function guidesFor(connector: string, country: string, variant: unknown = null): readonly GuideId[] {
  if (connector !== 'orange-money') return guide_ids.filter((id) => id === connector);
  const own = guide_ids.filter((id) => id === `orange-${String(variant)}`);
  return own.length > 0 ? own : (orange_of[country] ?? ['orange-web-payment']);
}

/** The portal in which a contract's settings are found, if it is public. */
export const portals: Readonly<Partial<Record<GuideId, string>>> = {
  'mtn-momo': 'https://momodeveloper.mtn.com',
  wave: 'https://docs.wave.com/business',
  'mpesa-daraja': 'https://developer.safaricom.co.ke',
  fedapay: 'https://docs.fedapay.com',
  pawapay: 'https://dashboard.pawapay.io',
  'airtel-money': 'https://developers.airtel.africa',
  'orange-web-payment': 'https://developer.orange.com/apis/om-webpay',
  'orange-sonatel': 'https://developer.orange-sonatel.com',
};
