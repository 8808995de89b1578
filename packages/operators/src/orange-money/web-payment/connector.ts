import type { Connector, Service } from '../../contract.ts';
import type { ProviderDependencies } from '../../provider.ts';
import { answer, checkToken, pastDeadline } from '../answer.ts';
import { readHint } from '../read-callback.ts';
import { collectingWith, type SettingsOf } from '../settings.ts';
import { makeWebPaymentClient } from './client.ts';
import {
  initOf,
  mayBeShown,
  payTokenOf,
  readInit,
  readLookup,
  statusQuestionOf,
  withoutToken,
} from './map.ts';

/** Orange Money Web Payment: the customer pays on Orange's page. */
export function openWebPayment(
  settings: SettingsOf<'web-payment'>,
  { clock, http, callback_url }: ProviderDependencies,
): Connector {
  const client = makeWebPaymentClient(settings, { clock, http });
  return {
    collect: async (request, signal) => {
      if (signal.aborted) return pastDeadline;
      const came = await client.init(initOf(request, settings, callback_url), signal);
      const { outcome, provider_reference } = readInit(came);
      return answer(outcome, came.result, provider_reference, [provider_reference ?? '', request.phone]);
    },
    lookup: async (request, signal) => {
      const { provider_reference, phone } = request;
      const pay_token = payTokenOf(request);
      if (pay_token === null) {
        const outcome = withoutToken(request, clock.now());
        return { outcome, provider_reference, raw: null, cannot_be_found: mayBeShown(request) };
      }
      const came = await client.status(statusQuestionOf(request, pay_token, settings), signal);
      return answer(readLookup(came, request), came.result, pay_token, [pay_token, phone]);
    },
    checkCredentials: () => checkToken(client.api),
    verifyCallback: () => true,
    // The notification's `txnid` cannot be used for inquiries.
    readCallback: (raw) => readHint(raw, ['SUCCESS', 'FAILED', 'EXPIRED'], () => undefined),
  };
}

export function webPaymentServices({ country, currency }: SettingsOf<'web-payment'>): readonly Service[] {
  // The customer enters a number on Orange's page, which may be another one.
  const anybody = { payer_known: false, needs_number: false };
  return collectingWith(`orange_${country}`, currency).map((one) => ({ ...one, ...anybody }));
}
