/** The merchant that the simulators of all four contracts accept. */
export const merchant = {
  client_id: 'sim-client',
  client_secret: 'sim-client-secret',
  merchant_key: 'sim-merchant-key',
  merchant_code: '123456',
  webhook_secret: 'sim-webhook-secret',
  webhook_api_key: 'sim-webhook-api-key',
  api_username: 'sim-user',
  api_password: 'sim-password',
  /** Local numbers: the channel user of Cameroon, the paying wallet of Senegal, the merchant of Burkina Faso. */
  channel_msisdn: { cameroon: '690000001', sonatel: '770000001', burkina: '70000002' },
  pin: '2468',
} as const;

/** Settings of an account in Cameroon, by their names in the connector's configuration. */
export function orangeMoneyAccount(base_url: string): Readonly<Record<string, string | boolean>> {
  const { client_id, client_secret, api_username, api_password, channel_msisdn, pin } = merchant;
  return {
    variant: 'cameroon',
    base_url,
    client_id,
    client_secret,
    api_username,
    api_password,
    channel_msisdn: channel_msisdn.cameroon,
    pin,
    payouts: true,
  };
}

/** Settings of accounts of the other three contracts: Ivory Coast, Senegal, Burkina Faso. */
export function otherOrangeAccounts(
  base_url: string,
): Readonly<Record<string, Readonly<Record<string, string>>>> {
  const { client_id, client_secret, channel_msisdn } = merchant;
  const { merchant_key, merchant_code, webhook_secret, pin, api_username, api_password } = merchant;
  return {
    ivory_coast: { variant: 'web-payment', base_url, client_id, client_secret, merchant_key, country: 'ci' },
    senegal: {
      variant: 'sonatel',
      base_url,
      client_id,
      client_secret,
      merchant_code,
      shop_name: 'Boutique',
      webhook_secret,
      channel_msisdn: channel_msisdn.sonatel,
      pin,
    },
    burkina_faso: {
      variant: 'burkina',
      base_url: `${base_url}/payment`,
      merchant_msisdn: channel_msisdn.burkina,
      api_username,
      api_password,
    },
  };
}
