import { type Money, majorText } from '@guichet/kernel/money';
import type { FailureReason, Outcome } from '@guichet/kernel/outcome';
import type { CollectRequest, PayoutRequest } from '../../contract.ts';
import type { HttpResult } from '../../http/contract.ts';
import { outcomeWithoutAnswer, unknownFrom } from '../../http/outcome-without.ts';
import { isTaken, notAsked, refusedWith, settledWith, wordOf } from '../answer.ts';
import type { ApiResult } from '../api.ts';
import { nationalOf } from '../national.ts';
import { orderIdOf } from '../order-id.ts';
import type { SettingsOf } from '../settings.ts';
import { type CameroonPayment, readMessage, readPayment, readPayToken } from './wire.ts';

/** The code to dial when no prompt appears. */
const dial = '#150*50#';
const description_length_max = 125;
/** `inittxnstatus` of a started payment. */
const started = '200';

/** Messages begin with a code of the core system behind the API. */
const reasons: ReadonlyMap<string, FailureReason> = new Map(
  Object.entries<FailureReason>({ '60019': 'insufficient_funds' }),
);

export function paymentOf(
  request: CollectRequest | PayoutRequest,
  settings: SettingsOf<'cameroon'>,
  { pay_token, notification_url }: { readonly pay_token: string; readonly notification_url: string },
): unknown {
  const { reference, phone, operator, money, description } = request;
  return {
    notifUrl: notification_url,
    channelUserMsisdn: settings.channel_msisdn,
    amount: majorText(money),
    subscriberMsisdn: nationalOf(phone, operator),
    pin: settings.pin.reveal(),
    orderId: orderIdOf(reference),
    description: description.slice(0, description_length_max),
    payToken: pay_token,
  };
}

/** Maps the request for a token. Without one nothing can be paid, so the customer was not asked. */
export function readInit({ sent, result }: ApiResult): { readonly pay_token: string } | Outcome {
  if (!sent) return notAsked(`no_token_${wordOf(result)}`);
  const pay_token = isTaken(result) && result.kind === 'reply' ? readPayToken(result.text) : undefined;
  return pay_token === undefined ? notAsked(`no_pay_token_${wordOf(result)}`) : { pay_token };
}

/** Maps the response to a payment. @param asks whether the customer has to act */
export function readPay({ sent, result }: ApiResult, asked: Money, asks: boolean): Outcome {
  if (!sent) return notAsked(`no_token_${wordOf(result)}`);
  const said = isTaken(result) && result.kind === 'reply' ? readPayment(result.text) : undefined;
  if (!said) return withoutPayment(result);
  const { inittxnstatus: init, inittxnmessage } = said.data;
  if (init !== undefined && init !== null && String(init) !== started) {
    const { reason, code } = reasonOf([inittxnmessage, said.message], String(init));
    return { kind: 'failed', reason, operator_code: code, reached_customer: false };
  }
  const outcome = outcomeOf(said, asked);
  return outcome.kind === 'pending' && asks ? { kind: 'pending', action: { kind: 'prompt', dial } } : outcome;
}

function withoutPayment(result: HttpResult): Outcome {
  const status = refusedWith(result);
  // Not accepted: too many requests, or no permission to make them.
  if (status === 401 || status === 403 || status === 429) return notAsked(wordOf(result));
  const message = result.kind === 'reply' ? readMessage(result.text) : undefined;
  if (status === undefined || message === undefined) return outcomeWithoutAnswer(result);
  const { reason, code } = reasonOf([message], wordOf(result));
  return { kind: 'failed', reason, operator_code: code };
}

/** Maps the response to an inquiry about a payment. */
export function readLookup({ sent, result }: ApiResult, asked: Money): Outcome {
  const said = sent && isTaken(result) && result.kind === 'reply' ? readPayment(result.text) : undefined;
  return said ? outcomeOf(said, asked) : unknownFrom(result);
}

/** The list of final statuses is not published: an unknown status is inconclusive. */
function outcomeOf({ data, message }: CameroonPayment, asked: Money): Outcome {
  const failed = (usual: FailureReason): Outcome => {
    const { reason, code } = reasonOf([data.inittxnmessage, message], data.status ?? '', usual);
    return { kind: 'failed', reason, operator_code: code };
  };
  switch (data.status) {
    case 'SUCCESSFULL':
    case 'SUCCESSFUL':
      return settledWith(data.amount, asked);
    case 'FAILED':
      return failed('other');
    case 'CANCELLED':
      return failed('payer_cancelled');
    case 'EXPIRED':
      return failed('payer_timeout');
    case 'PENDING':
      return { kind: 'pending', action: null };
    default:
      return { kind: 'unknown', cause: 'unreadable' };
  }
}

function reasonOf(
  messages: readonly (string | null | undefined)[],
  word: string,
  usual: FailureReason = 'other',
): { readonly reason: FailureReason; readonly code: string } {
  for (const message of messages) {
    const [code = ''] = /^\d{5}/.exec(message ?? '') ?? [];
    const reason = reasons.get(code);
    if (reason !== undefined) return { reason, code };
  }
  return { reason: usual, code: word };
}
