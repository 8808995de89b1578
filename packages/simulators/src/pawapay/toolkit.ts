import type { SimulatorReply } from '../contract.ts';
import { json } from '../reply.ts';
import { type MobileProvider, mobileProviders } from './providers.ts';

export type OperationType = 'DEPOSIT' | 'PAYOUT' | 'REFUND';
/**
 * The availability of an operator: deposits of a DELAYED operator are refused, and its payouts and refunds are
 * queued.
 */
export type Availability = 'OPERATIONAL' | 'DELAYED' | 'CLOSED';

export interface Toolkit {
  readonly signed_requests_only: boolean;
  readonly signed_callbacks: boolean;
  availabilityOf(provider: string): Availability;
}

const operations: readonly OperationType[] = ['DEPOSIT', 'PAYOUT', 'REFUND'];

/** `GET /v2/active-conf` */
export function showConfiguration(toolkit: Toolkit, callback_url: string | null): SimulatorReply {
  const countries = byCountry().map(([country, providers]) => ({
    country,
    prefix: providers[0]?.calling_code,
    displayName: { en: country, fr: country },
    providers: providers.map((provider) => ({
      provider: provider.code,
      displayName: provider.code,
      nameDisplayedToCustomer: 'SIMULATED',
      currencies: provider.currencies.map((currency) => ({
        currency,
        displayName: currency,
        operationTypes: Object.fromEntries(
          operations.map((type) => [type, showOperation(toolkit, provider, type, callback_url)]),
        ),
      })),
    })),
  }));
  return json(200, {
    companyName: 'Simulated company',
    signatureConfiguration: {
      signedRequestsOnly: toolkit.signed_requests_only,
      signedCallbacks: toolkit.signed_callbacks,
    },
    countries,
  });
}

function showOperation(
  toolkit: Toolkit,
  provider: MobileProvider,
  type: OperationType,
  callbackUrl: string | null,
): object {
  const common = {
    minAmount: provider.min,
    maxAmount: provider.max,
    decimalsInAmount: provider.decimals,
    status: toolkit.availabilityOf(provider.code),
    callbackUrl,
  };
  if (type !== 'DEPOSIT') return common;
  return {
    ...common,
    authType: provider.auth,
    pinPrompt: provider.dial === undefined ? 'AUTOMATIC' : 'MANUAL',
    pinPromptRevivable: provider.dial !== undefined,
  };
}

/** `GET /v2/availability`, in the form of a saved real response. */
export function showAvailability(toolkit: Toolkit): SimulatorReply {
  return json(
    200,
    byCountry().map(([country, providers]) => ({
      country,
      providers: providers.map(({ code }) => ({
        provider: code,
        operationTypes: Object.fromEntries(operations.map((type) => [type, toolkit.availabilityOf(code)])),
      })),
    })),
  );
}

/** `POST /v2/predict-provider` */
export function predict(phone: unknown): SimulatorReply {
  const digits = String(phone).replace(/\D/g, '');
  const provider = mobileProviders.find(({ calling_code }) => digits.startsWith(calling_code));
  if (!provider) {
    const failureReason = { failureCode: 'INVALID_PARAMETER', failureMessage: 'Not a phone number.' };
    return json(200, { failureReason });
  }
  return json(200, { country: provider.country, provider: provider.code, phoneNumber: digits });
}

function byCountry(): readonly [string, MobileProvider[]][] {
  const countries = new Map<string, MobileProvider[]>();
  for (const provider of mobileProviders) {
    countries.set(provider.country, [...(countries.get(provider.country) ?? []), provider]);
  }
  return [...countries];
}
