import type { Direction, PayerPlan } from '../contract.ts';

/** A mobile money operator as pawaPay's active configuration shows it. */
export interface MobileProvider {
  readonly code: string;
  /** ISO 3166-1 alpha-3. */
  readonly country: string;
  readonly currencies: readonly string[];
  readonly calling_code: string;
  readonly decimals: 'NONE' | 'TWO_PLACES';
  readonly auth: 'PROVIDER_AUTH' | 'PREAUTH' | 'REDIRECT_AUTH';
  /** The code that the customer dials where no prompt is pushed. */
  readonly dial?: string;
  readonly min: string;
  readonly max: string;
}

const none = { decimals: 'NONE', auth: 'PROVIDER_AUTH' } as const;
const two = { decimals: 'TWO_PLACES', auth: 'PROVIDER_AUTH' } as const;
const ben = { country: 'BEN', currencies: ['XOF'], calling_code: '229', ...none } as const;
const bfa = { country: 'BFA', currencies: ['XOF'], calling_code: '226', ...none } as const;
const civ = { country: 'CIV', currencies: ['XOF'], calling_code: '225', ...none } as const;
const cmr = { country: 'CMR', currencies: ['XAF'], calling_code: '237', ...none } as const;
const cod = { country: 'COD', currencies: ['CDF', 'USD'], calling_code: '243', ...two } as const;
const gha = { country: 'GHA', currencies: ['GHS'], calling_code: '233', ...two } as const;
const ken = { country: 'KEN', currencies: ['KES'], calling_code: '254', ...none } as const;
const rwa = { country: 'RWA', currencies: ['RWF'], calling_code: '250', ...none } as const;
const sen = { country: 'SEN', currencies: ['XOF'], calling_code: '221', ...none } as const;
const uga = { country: 'UGA', currencies: ['UGX'], calling_code: '256', ...none } as const;
const zmb = { country: 'ZMB', currencies: ['ZMW'], calling_code: '260', ...two } as const;

/** The operators of the simulated account: a part of pawaPay's list, with the limits of a real account. */
export const mobileProviders: readonly MobileProvider[] = [
  { code: 'MTN_MOMO_BEN', ...ben, min: '1', max: '2000000' },
  { code: 'MOOV_BEN', ...ben, min: '100', max: '2000000' },
  { code: 'MOOV_BFA', ...bfa, min: '100', max: '2000000', dial: '*555*6#' },
  { code: 'ORANGE_BFA', ...bfa, auth: 'PREAUTH', min: '100', max: '2000000' },
  { code: 'MTN_MOMO_CIV', ...civ, min: '1', max: '2000000', dial: '*133#' },
  { code: 'ORANGE_CIV', ...civ, min: '1', max: '2000000', dial: '#120#' },
  { code: 'WAVE_CIV', ...civ, auth: 'REDIRECT_AUTH', min: '1', max: '2000000' },
  { code: 'MTN_MOMO_CMR', ...cmr, min: '1', max: '1000000' },
  { code: 'ORANGE_CMR', ...cmr, min: '1', max: '500000' },
  { code: 'AIRTEL_COD', ...cod, min: '100', max: '6250000' },
  { code: 'MTN_MOMO_GHA', ...gha, min: '1', max: '15000' },
  { code: 'VODAFONE_GHA', ...gha, min: '1', max: '15000' },
  { code: 'MPESA_KEN', ...ken, min: '1', max: '250000' },
  { code: 'MTN_MOMO_RWA', ...rwa, min: '5', max: '2000000' },
  { code: 'ORANGE_SEN', ...sen, min: '2', max: '2000000', dial: '#144#' },
  { code: 'FREE_SEN', ...sen, min: '5', max: '2000000', dial: '#150#' },
  { code: 'WAVE_SEN', ...sen, auth: 'REDIRECT_AUTH', min: '1', max: '2000000' },
  { code: 'MTN_MOMO_UGA', ...uga, decimals: 'TWO_PLACES', min: '500', max: '5000000' },
  { code: 'ZAMTEL_ZMB', ...zmb, min: '1', max: '20000' },
];

/** The delay of a test number. */
const usual_after_ms = 3_000;

const collecting: Readonly<Record<string, string>> = {
  '019': 'PAYER_LIMIT_REACHED',
  '029': 'PAYER_NOT_FOUND',
  '039': 'PAYMENT_NOT_APPROVED',
  '049': 'INSUFFICIENT_BALANCE',
  '069': 'UNSPECIFIED_FAILURE',
  '129': 'pending',
};
const paying: Readonly<Record<string, string>> = {
  '089': 'RECIPIENT_NOT_FOUND',
  '099': 'WALLET_LIMIT_REACHED',
  '109': 'RECIPIENT_LIMIT_REACHED',
  '119': 'UNSPECIFIED_FAILURE',
  '129': 'pending',
};
const burkina = { '048': 'INSUFFICIENT_BALANCE', '068': 'UNSPECIFIED_FAILURE', '138': 'pending' };

/** The providers whose test numbers differ from the usual ones. */
const exceptions: Readonly<
  Record<string, { readonly collect?: typeof collecting; readonly payout?: typeof paying }>
> = {
  MPESA_KEN: { collect: { '059': 'TRANSACTION_ALREADY_IN_PROCESS' } },
  MOOV_BEN: {
    collect: { '679': 'PAYMENT_NOT_APPROVED', '529': 'UNSPECIFIED_FAILURE', '639': 'pending' },
    payout: { '219': 'UNSPECIFIED_FAILURE', '279': 'pending' },
  },
  MOOV_BFA: { collect: burkina },
  ORANGE_BFA: { collect: burkina },
  ORANGE_SEN: { payout: { '139': 'pending' } },
  ZAMTEL_ZMB: {
    collect: { '704': 'INSUFFICIENT_BALANCE', '712': 'UNSPECIFIED_FAILURE', '789': 'pending' },
  },
};

/**
 * The plan for the last digits of a number. Any other number succeeds; with a redirecting operator, once its owner
 * approves.
 */
export function planOfNumber(provider: MobileProvider, direction: Direction, phone: string): PayerPlan {
  const digits = phone.slice(-3);
  const own = direction === 'refund' ? undefined : exceptions[provider.code]?.[direction]?.[digits];
  const word = own ?? (direction === 'collect' ? collecting : paying)[digits];
  if (word === 'pending') return { after_ms: null, end: 'success' };
  if (word !== undefined) return { after_ms: usual_after_ms, end: word };
  const waits = direction === 'collect' && provider.auth === 'REDIRECT_AUTH' && digits !== '789';
  return { after_ms: waits ? null : usual_after_ms, end: 'success' };
}
