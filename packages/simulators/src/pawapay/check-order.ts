import { type MobileProvider, mobileProviders } from './providers.ts';

/** The order of a valid request. */
export interface Order {
  readonly id: string;
  readonly amount: string;
  readonly currency: string;
  readonly phone: string;
  readonly provider: MobileProvider;
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * A refusal: with status 200 (`rejected`), the response reports a rejection; with any other status, it is an error.
 */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

const uuid_v4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
const amount_text = /^([0]|([1-9][0-9]{0,17}))([.][0-9]{0,3}[1-9])?$/;
const message_text = /^[A-Za-z0-9 ]{4,22}$/;

export const rejected = (code: string, message: string): Refusal => ({ status: 200, code, message });
const invalid = (field: string): Refusal => ({
  status: 400,
  code: 'INVALID_PARAMETER',
  message: `The value of ${field} is invalid.`,
});
const missing = (field: string): Refusal => ({
  status: 400,
  code: 'MISSING_PARAMETER',
  message: `Parameter ${field} is missing.`,
});
const unsupported = (field: string): Refusal => ({
  status: 400,
  code: 'UNSUPPORTED_PARAMETER',
  message: `Parameter ${field} is not supported.`,
});

/** Reads the body of a deposit or a payout as strictly as the contract sheet requires. */
export function checkOrder(kind: 'deposit' | 'payout', body: Record<string, unknown>): Order | Refusal {
  const id = body[`${kind}Id`];
  if (typeof id !== 'string') return missing(`${kind}Id`);
  if (!uuid_v4.test(id)) return invalid(`${kind}Id`);
  const { amount, currency } = body;
  if (typeof amount !== 'string' || !amount_text.test(amount)) return invalid('amount');
  const party = readParty(body[kind === 'deposit' ? 'payer' : 'recipient']);
  if (!party) return missing(kind === 'deposit' ? 'payer' : 'recipient');
  const message = body.customerMessage;
  if (message !== undefined && (typeof message !== 'string' || !message_text.test(message))) {
    return invalid('customerMessage');
  }
  const provider = mobileProviders.find((one) => one.code === party.provider);
  if (!provider) return rejected('INVALID_PROVIDER', `Provider ${party.provider} is not enabled.`);
  if (typeof currency !== 'string' || !provider.currencies.includes(currency)) {
    return rejected('INVALID_CURRENCY', `${currency} is not a currency of ${provider.code}.`);
  }
  if (!new RegExp(`^${provider.calling_code}\\d{7,10}$`).test(party.phoneNumber)) {
    return rejected('INVALID_PHONE_NUMBER', 'The phone number is not valid for the provider.');
  }
  const order = { id, amount, currency, phone: party.phoneNumber, provider, body };
  return problemOfAmount(order) ?? problemOfAuthorisation(kind, order) ?? order;
}

function readParty(value: unknown): { provider: string; phoneNumber: string } | undefined {
  const { type, accountDetails } = (value ?? {}) as { type?: unknown; accountDetails?: unknown };
  const { provider, phoneNumber } = (accountDetails ?? {}) as Record<string, unknown>;
  return type === 'MMO' && typeof provider === 'string' && typeof phoneNumber === 'string'
    ? { provider, phoneNumber }
    : undefined;
}

function problemOfAmount({ amount, provider }: Order): Refusal | null {
  const decimals = amount.split('.')[1]?.length ?? 0;
  if (decimals > (provider.decimals === 'NONE' ? 0 : 2)) {
    return rejected('INVALID_AMOUNT', 'The number of decimals is not supported by the provider.');
  }
  if (
    inHundredths(amount) < inHundredths(provider.min) ||
    inHundredths(amount) > inHundredths(provider.max)
  ) {
    return rejected('AMOUNT_OUT_OF_BOUNDS', `The amount must be ${provider.min} to ${provider.max}.`);
  }
  return null;
}

/** Hundredths of the major unit, because no provider accepts more than two decimals. */
export function inHundredths(amount: string): bigint {
  const [whole = '0', decimals = ''] = amount.split('.');
  return BigInt(`${whole}${decimals.padEnd(2, '0').slice(0, 2)}`);
}

/**
 * Finds a field about authorization that is missing, invalid, or not supported by this kind of order or this
 * operator.
 */
function problemOfAuthorisation(kind: 'deposit' | 'payout', { provider, body }: Order): Refusal | null {
  const auth = kind === 'payout' ? 'PROVIDER_AUTH' : provider.auth;
  if (auth === 'PREAUTH' && typeof body.preAuthorisationCode !== 'string') {
    return missing('preAuthorisationCode');
  }
  if (auth !== 'PREAUTH' && body.preAuthorisationCode !== undefined) {
    return unsupported('preAuthorisationCode');
  }
  for (const field of ['successfulUrl', 'failedUrl']) {
    const value = body[field];
    if (auth !== 'REDIRECT_AUTH' && value !== undefined) return unsupported(field);
    if (value !== undefined && !(typeof value === 'string' && URL.canParse(value))) return invalid(field);
  }
  return null;
}
