import type { Connector, Service } from '../../contract.ts';
import type { ProviderDependencies } from '../../provider.ts';
import { addressOf } from '../address.ts';
import { answer, notAsked, pastDeadline } from '../answer.ts';
import { collectingWith, type SettingsOf } from '../settings.ts';
import { commandOf, readPayment } from './map.ts';

const usual_dial = '*144*4*6*{amount}#';
const sandbox_dial = '*865*4*6*{amount}#';

type Settings = SettingsOf<'burkina'>;

/**
 * Orange Money Burkina Faso: the customer creates a code for the amount, and the response to the payment is
 * final.
 */
export function openBurkina(settings: Settings, { http }: ProviderDependencies): Connector {
  const url = addressOf(settings);
  return {
    answer_within_s: { collect: 60 },
    collect: async (request, signal) => {
      if (signal.aborted) return pastDeadline;
      const { otp, phone, money } = request;
      if (otp === null) {
        return { outcome: notAsked('no_otp', 'wrong_otp'), provider_reference: null, raw: null };
      }
      const headers = { 'content-type': 'text/xml; charset=utf-8', accept: 'text/xml, application/xml' };
      const body = commandOf(request, otp, settings);
      const result = await http({ method: 'POST', url, headers, body }, signal);
      const { outcome, transaction_id } = readPayment(result, money);
      return answer(outcome, result, transaction_id, [phone, settings.merchant_msisdn, otp]);
    },
    // There is no inquiry: a payment whose response was lost needs review, and is resolved with the merchant's
    // statement.
    lookup: async ({ is_restored = false }) => ({
      outcome: { kind: 'unknown', cause: 'not_found' },
      provider_reference: null,
      raw: null,
      cannot_be_found: is_restored,
    }),
    verifyCallback: () => true,
    readCallback: () => [],
  };
}

export function burkinaServices({ dial, sandbox }: Settings): readonly Service[] {
  const code_first = { dial: dial ?? (sandbox === true ? sandbox_dial : usual_dial) };
  return collectingWith('orange_bf').map((service) => ({ ...service, code_first }));
}
