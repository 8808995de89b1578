import { useRead } from '../../app/use-read.ts';

/** The choices that payments of this merchant can be narrowed to. */
export function usePaymentChoices() {
  return useRead(['payment-choices'], '/payment-choices', { staleTime: Number.POSITIVE_INFINITY }).data;
}
