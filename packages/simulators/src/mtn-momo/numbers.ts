import type { Direction, PayerPlan } from '../contract.ts';

/** The scenario of a test number: its payer decides, or the request itself gets an error response. */
export type Scenario =
  | { readonly kind: 'plan'; readonly plan: PayerPlan; readonly status_while_pending?: 'CREATED' }
  | { readonly kind: 'refused'; readonly status: number; readonly code: string };

/** As MTN documents its sandbox, or as measured in September 2026. */
export type Behaviour = 'documented' | 'measured';

const soon_ms = 1_000;
/** The default scenario of a number or a refund. */
export const usual: Scenario = { kind: 'plan', plan: { after_ms: soon_ms, end: 'success' } };
const ongoing: Scenario = { kind: 'plan', plan: { after_ms: 30_000, end: 'success' } };
const delayed: Scenario = { kind: 'plan', plan: { after_ms: null, end: 'success' } };
const fails = (code: string): Scenario => ({ kind: 'plan', plan: { after_ms: soon_ms, end: code } });
const refused = (code: string): Scenario => ({
  kind: 'refused',
  status: code === 'SERVICE_UNAVAILABLE' ? 503 : 500,
  code,
});

/** MTN's test numbers for requests to pay and for transfers. Any other number succeeds. */
const numbers: Readonly<Record<string, { readonly collect: Scenario; readonly payout: Scenario }>> = {
  '46733123450': { collect: fails('INTERNAL_PROCESSING_ERROR'), payout: fails('INTERNAL_PROCESSING_ERROR') },
  '46733123451': { collect: fails('APPROVAL_REJECTED'), payout: fails('APPROVAL_REJECTED') },
  '46733123452': { collect: fails('EXPIRED'), payout: fails('EXPIRED') },
  '46733123453': { collect: ongoing, payout: ongoing },
  '46733123454': { collect: delayed, payout: delayed },
  '46733123455': { collect: fails('PAYER_NOT_FOUND'), payout: fails('NOT_ENOUGH_FUNDS') },
  '46733123456': { collect: fails('PAYEE_NOT_ALLOWED_TO_RECEIVE'), payout: fails('PAYER_LIMIT_REACHED') },
  '46733123457': { collect: refused('NOT_ALLOWED'), payout: fails('PAYEE_NOT_FOUND') },
  '46733123458': { collect: refused('NOT_ALLOWED_TARGET_ENVIRONMENT'), payout: refused('NOT_ALLOWED') },
  '46733123459': {
    collect: refused('INVALID_CALLBACK_URL_HOST'),
    payout: refused('NOT_ALLOWED_TARGET_ENVIRONMENT'),
  },
  '46733123460': { collect: refused('INVALID_CURRENCY'), payout: refused('INVALID_CALLBACK_URL_HOST') },
  '46733123461': { collect: refused('INTERNAL_PROCESSING_ERROR'), payout: refused('INVALID_CURRENCY') },
  '46733123462': { collect: refused('SERVICE_UNAVAILABLE'), payout: refused('INTERNAL_PROCESSING_ERROR') },
  '46733123463': { collect: fails('COULD_NOT_PERFORM_TRANSACTION'), payout: refused('SERVICE_UNAVAILABLE') },
  '46733123464': { collect: fails('TRANSFER_TYPE_UNKNOWN'), payout: fails('TRANSFER_TYPE_UNKNOWN') },
};

/** The scenarios in which the sandbox was observed to differ from its documentation. */
const measured: ReadonlyMap<string, Scenario> = new Map(
  Object.entries<Scenario>({
    '46733123453': delayed,
    '46733123454': {
      kind: 'plan',
      plan: { after_ms: 25_000, end: 'success' },
      status_while_pending: 'CREATED',
    },
  }),
);

/** The references that a refund request may name although no payment has them, with their scenarios. */
const refunds: ReadonlyMap<string, Scenario> = new Map(
  Object.entries<Scenario>({
    '1': { kind: 'refused', status: 404, code: 'RESOURCE_NOT_FOUND' },
    '2': fails('INTERNAL_PROCESSING_ERROR'),
    '3': fails('APPROVAL_REJECTED'),
    '4': fails('EXPIRED'),
    '5': ongoing,
    '6': delayed,
    '7': refused('NOT_ALLOWED'),
    '8': refused('NOT_ALLOWED_TARGET_ENVIRONMENT'),
    '9': refused('INVALID_CALLBACK_URL_HOST'),
    '10': refused('INVALID_CURRENCY'),
    '11': refused('INTERNAL_PROCESSING_ERROR'),
    '12': refused('SERVICE_UNAVAILABLE'),
    '13': fails('COULD_NOT_PERFORM_TRANSACTION'),
  }),
);

/** The responses of `GET .../accountholder/msisdn/{number}/active`. Any other number is an active holder. */
export const accountHolders: ReadonlyMap<string, { readonly status: number; readonly code?: string }> =
  new Map(
    Object.entries<{ readonly status: number; readonly code?: string }>({
      '46733123450': { status: 404, code: 'RESOURCE_NOT_FOUND' },
      '46733123451': { status: 200 },
      '46733123452': { status: 500, code: 'NOT_ALLOWED' },
      '46733123453': { status: 500, code: 'NOT_ALLOWED_TARGET_ENVIRONMENT' },
      '46733123454': { status: 500, code: 'INTERNAL_PROCESSING_ERROR' },
      '46733123455': { status: 503, code: 'SERVICE_UNAVAILABLE' },
    }),
  );

/** The scenario of a number. @param direction for refunds see {@link refundScenario} */
export function numberScenario(
  phone: string,
  direction: Exclude<Direction, 'refund'>,
  behaviour: Behaviour,
): Scenario {
  const seen = behaviour === 'measured' ? measured.get(phone) : undefined;
  return seen ?? numbers[phone]?.[direction] ?? usual;
}

/**
 * The scenario of a refund that names one of MTN's test references; undefined for any other reference, which must
 * be that of a payment.
 */
export function refundScenario(reference_to_refund: string): Scenario | undefined {
  return refunds.get(reference_to_refund);
}
