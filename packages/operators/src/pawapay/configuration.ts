import type { Availability, Direction, Service } from '../contract.ts';
import { readJson } from '../http/read-json.ts';
import { findProvider } from './operators.ts';
import { fieldsOf, listOf, textOf } from './wire.ts';

/** The contents of `/v2/active-conf` for an account. */
export interface ActiveConfiguration {
  readonly signed_requests_only: boolean;
  readonly signed_callbacks: boolean;
  readonly services: readonly Service[];
}

/** @returns undefined for anything but a configuration */
export function readConfiguration(text: string): ActiveConfiguration | undefined {
  const { countries, signatureConfiguration } = fieldsOf(readJson(text));
  if (!Array.isArray(countries)) return undefined;
  const { signedRequestsOnly, signedCallbacks } = fieldsOf(signatureConfiguration);
  return {
    signed_requests_only: signedRequestsOnly === true,
    signed_callbacks: signedCallbacks === true,
    services: countries
      .flatMap((country) => listOf(fieldsOf(country).providers))
      .flatMap((provider) =>
        listOf(fieldsOf(provider).currencies).flatMap((currency) => readService(provider, currency)),
      ),
  };
}

/** Of an operator with a page of its own: pawaPay does not say that only the entered number can pay there. */
export const anybody_pays = { payer_known: false } as const;

/** Parses the services of one provider in one currency. Operators missing from our catalogue are omitted. */
function readService(provider: unknown, value: unknown): Service[] {
  const place = findProvider(textOf(fieldsOf(provider).provider) ?? '');
  const { currency, operationTypes } = fieldsOf(value);
  if (!place || typeof currency !== 'string') return [];
  const operations = fieldsOf(operationTypes);
  const deposit = fieldsOf(operations.DEPOSIT);
  const { auth, dial } = place;
  const needsCode = textOf(deposit.authType) === 'PREAUTH' || auth === 'code_first';
  return [
    {
      operator: place.operator,
      currency,
      collect: operations.DEPOSIT !== undefined,
      payout: operations.PAYOUT !== undefined,
      refund: operations.REFUND !== undefined,
      ...((auth === 'redirect' || textOf(deposit.authType) === 'REDIRECT_AUTH') && anybody_pays),
      min_amount: limitOf(deposit.minAmount),
      max_amount: limitOf(deposit.maxAmount),
      decimals: decimalsOf(deposit.decimalsInAmount),
      code_first: needsCode && dial !== undefined ? { dial } : null,
    },
  ];
}

function limitOf(value: unknown): number | null {
  const limit = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof limit === 'number' && Number.isFinite(limit) ? limit : null;
}

function decimalsOf(value: unknown): number | null {
  if (value === 'NONE') return 0;
  return value === 'TWO_PLACES' ? 2 : null;
}

const directions: ReadonlyMap<string, Direction> = new Map([
  ['DEPOSIT', 'collect'],
  ['PAYOUT', 'payout'],
  ['REFUND', 'refund'],
]);
const states: ReadonlyMap<string, Availability['state']> = new Map([
  ['OPERATIONAL', 'up'],
  ['DELAYED', 'delayed'],
  ['CLOSED', 'down'],
]);

/**
 * Parses the response of `/v2/availability`. Its operations are documented as a list, but were also observed as a
 * map.
 *
 * @returns undefined for anything else
 */
export function readAvailability(text: string): readonly Availability[] | undefined {
  const countries = readJson(text);
  if (!Array.isArray(countries)) return undefined;
  return countries
    .flatMap((country) => listOf(fieldsOf(country).providers))
    .flatMap((one) => {
      const { provider, operationTypes } = fieldsOf(one);
      const operator = findProvider(textOf(provider) ?? '')?.operator;
      if (operator === undefined) return [];
      return operationsOf(operationTypes).flatMap(([type, status]) => {
        const direction = directions.get(type);
        const state = states.get(status);
        return direction && state ? [{ operator, direction, state }] : [];
      });
    });
}

function operationsOf(value: unknown): readonly (readonly [type: string, status: string])[] {
  if (!Array.isArray(value)) {
    return Object.entries(fieldsOf(value)).map(([type, status]) => [type, String(status)]);
  }
  return value.map((one) => {
    const { operationType, status } = fieldsOf(one);
    return [String(operationType), String(status)];
  });
}
