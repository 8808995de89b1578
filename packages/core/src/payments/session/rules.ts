import { urlProblem } from '@guichet/kernel/url';
import type { Rules } from '@guichet/kernel/validation';
import type { Mode } from '../../platform/database/columns.ts';
import { amountProblem, currencyProblem, emailProblem, phoneProblem } from '../../platform/input/rules.ts';
import { metadataProblem } from './metadata.ts';
import type { InitializeInput } from './schemas.ts';

/** Rules that the schema of `POST /v1/checkout/initialize` cannot express. */
export function initializeRules(mode: Mode): Rules<InitializeInput> {
  return {
    ...checkoutRules(mode),
    customer_phone: phoneProblem,
    customer_email: emailProblem,
  };
}

/** Rules of every request for a customer's money. */
export function checkoutRules(mode: Mode) {
  const url = (text: string) => urlProblem(text, { https_only: mode === 'live' });
  return {
    amount: (amount: number, { currency }: { currency?: string }) => amountProblem(amount, currency),
    currency: currencyProblem,
    return_url: url,
    cancel_url: url,
    metadata: metadataProblem,
  };
}
