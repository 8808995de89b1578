import type { CollectRequest, Connector, ConnectorAnswer, PayoutRequest, Service } from '../../contract.ts';
import type { ProviderDependencies } from '../../provider.ts';
import { answer, checkToken, pastDeadline } from '../answer.ts';
import { readHint } from '../read-callback.ts';
import { collectingWith, type SettingsOf } from '../settings.ts';
import { isAddressed, writeAddress } from './address.ts';
import { makeCameroonClient, type Product } from './client.ts';
import { paymentOf, readInit, readLookup, readPay } from './map.ts';

const statuses = ['PENDING', 'SUCCESSFULL', 'SUCCESSFUL', 'FAILED', 'CANCELLED', 'EXPIRED'];

/** Orange Money Cameroon: the customer approves a prompt on the phone. */
export function openCameroon(settings: SettingsOf<'cameroon'>, deps: ProviderDependencies): Connector {
  const client = makeCameroonClient(settings, deps);
  const { client_secret } = settings;

  /** Gets a payment token, and then makes the payment with it, once. */
  const pay = async (
    product: Product,
    request: CollectRequest | PayoutRequest,
    signal: AbortSignal,
  ): Promise<ConnectorAnswer> => {
    if (signal.aborted) return pastDeadline;
    const sensitive = [request.phone, settings.channel_msisdn];
    const init = await client.init(product, signal);
    const begun = readInit(init);
    if ('kind' in begun) return answer(begun, init.result, null, sensitive);
    const { pay_token } = begun;
    const notification_url = writeAddress(deps.callback_url, client_secret, request.reference);
    const body = paymentOf(request, settings, { pay_token, notification_url });
    const came = await client.pay(product, body, signal);
    return answer(readPay(came, request.money, product === 'mp'), came.result, pay_token, sensitive);
  };

  return {
    collect: (request, signal) => pay('mp', request, signal),
    ...(settings.payouts === true && {
      payout: (request: PayoutRequest, signal: AbortSignal) => pay('cashin', request, signal),
    }),
    lookup: async (request, signal) => {
      const { provider_reference: pay_token, direction, phone, money, is_restored = false } = request;
      // Inquiries need the token; our own reference cannot be used instead. The notification to our own URL may
      // still provide the token.
      if (pay_token === null) {
        return {
          outcome: { kind: 'unknown', cause: 'not_found' },
          provider_reference: null,
          raw: null,
          cannot_be_found: direction === 'payout' || is_restored,
        };
      }
      const came = await client.status(direction === 'collect' ? 'mp' : 'cashin', pay_token, signal);
      return answer(readLookup(came, money), came.result, pay_token, [phone, settings.channel_msisdn]);
    },
    checkCredentials: () => checkToken(client.api),
    verifyCallback: () => true,
    // The response to an inquiry does not contain our reference, so a token from anybody else is not used.
    readCallback: (raw) =>
      readHint(raw, statuses, ({ payToken }) => (isAddressed(client_secret, raw) ? payToken : undefined)),
  };
}

export function cameroonServices({ payouts }: SettingsOf<'cameroon'>): readonly Service[] {
  return collectingWith('orange_cm').map((service) => ({ ...service, payout: payouts === true }));
}
