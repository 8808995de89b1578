import type { OrangeConfig, Variant } from './settings.ts';

interface Place {
  readonly usual: string;
  readonly sandbox?: string;
}

/** The URL of each contract's API, and of its test environment if that differs. */
const places: Readonly<Record<Variant, Place>> = {
  'web-payment': { usual: 'https://api.orange.com' },
  sonatel: { usual: 'https://api.orange-sonatel.com', sandbox: 'https://api.sandbox.orange-sonatel.com' },
  cameroon: { usual: 'https://api-s1.orange.cm' },
  burkina: { usual: 'https://apiom.orange.bf', sandbox: 'https://testom.orange.bf:9008/payment' },
};

/** Orange's hosts: those of {@link places}, and older ones that contracts still name. */
export const hosts: readonly string[] = [
  ...Object.values(places)
    .flatMap(({ usual, sandbox }) => [usual, sandbox ?? []].flat())
    .map((address) => new URL(address).host),
  'apiw.orange.cm',
  'apiom.orange.bf:9007',
];

/** The URL of an account's API; for burkina, the whole URL of its requests. */
export function addressOf(settings: Pick<OrangeConfig, 'base_url' | 'sandbox' | 'variant'>): string {
  const { usual, sandbox = usual } = places[settings.variant];
  return settings.base_url ?? (settings.sandbox === true ? sandbox : usual);
}
