import { useRead } from '../../app/use-read.ts';

/** The values by which this merchant's payments can be filtered. */
export function usePaymentChoices() {
  return useRead(['payment-choices'], '/payment-choices', { staleTime: Number.POSITIVE_INFINITY }).data;
}
