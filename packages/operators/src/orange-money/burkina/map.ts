import { type Money, majorText } from '@guichet/kernel/money';
import type { FailureReason, Outcome } from '@guichet/kernel/outcome';
import type { CollectRequest } from '../../contract.ts';
import type { HttpResult } from '../../http/contract.ts';
import { outcomeWithoutAnswer } from '../../http/outcome-without.ts';
import { notAsked, refusedWith } from '../answer.ts';
import { nationalOf } from '../national.ts';
import { orderIdOf } from '../order-id.ts';
import type { SettingsOf } from '../settings.ts';
import { element, readAnswer } from './wire.ts';

const paid = '200';
/** The ids of the participating wallets, which are the same in every source. */
const provider_id = '101';
const pay_id = '12';

const reasons: ReadonlyMap<string, FailureReason> = new Map(
  Object.entries<FailureReason>({
    /** The code was created for a different amount. */
    '08': 'wrong_otp',
    OTPINV: 'wrong_otp',
  }),
);

/** @param otp the code that the customer got for this amount */
export function commandOf(request: CollectRequest, otp: string, settings: SettingsOf<'burkina'>): string {
  const { reference, phone, operator, money } = request;
  const order_id = orderIdOf(reference);
  const fields: readonly (readonly [string, string])[] = [
    ['TYPE', 'OMPREQ'],
    ['customer_msisdn', nationalOf(phone, operator)],
    ['merchant_msisdn', settings.merchant_msisdn],
    ['api_username', settings.api_username],
    ['api_password', settings.api_password.reveal()],
    ['amount', majorText(money)],
    ['PROVIDER', provider_id],
    ['PROVIDER2', provider_id],
    ['PAYID', pay_id],
    ['PAYID2', pay_id],
    ['otp', otp],
    ['reference_number', order_id],
    ['ext_txn_id', order_id],
  ];
  return `<COMMAND>${fields.map(([name, value]) => element(name, value)).join('')}</COMMAND>`;
}

/**
 * Maps the response, which is the only one. "200" is paid, and anything else is refused, except a status that looks
 * like a server error, which is inconclusive.
 */
export function readPayment(
  result: HttpResult,
  asked: Money,
): { readonly outcome: Outcome; readonly transaction_id: string | null } {
  const said = result.kind === 'reply' && result.status < 500 ? readAnswer(result.text) : undefined;
  if (!said) {
    const isTurnedAway = refusedWith(result) === 429;
    return {
      outcome: isTurnedAway ? notAsked('http_429') : outcomeWithoutAnswer(result),
      transaction_id: null,
    };
  }
  const { status, transaction_id } = said;
  return { outcome: outcomeOf(status, asked), transaction_id };
}

function outcomeOf(status: string, asked: Money): Outcome {
  if (status === paid) return { kind: 'settled', money: asked };
  if (/^5\d\d$/.test(status)) return { kind: 'unknown', cause: 'server_error' };
  return { kind: 'failed', reason: reasons.get(status) ?? 'other', operator_code: status };
}
