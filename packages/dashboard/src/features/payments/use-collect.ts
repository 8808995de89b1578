import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { sendOnce } from '../../api/send-once.ts';
import { useFrame } from '../../app/use-frame.ts';
import { useTexts } from '../../language/use-language.tsx';
import { receipt_texts } from './receipt-texts.ts';

/** Returns the action that records the hand-over of a payment's goods; repeated after a lost response, it is the same. */
export function useCollect(payment_id: string, reference: string): () => Promise<void> {
  const texts = useTexts(receipt_texts);
  const { path, keyOf } = useFrame();
  const query_client = useQueryClient();
  return async () => {
    try {
      await sendOnce({ path, collected: payment_id }, (key) =>
        api.POST('/dashboard/api/{merchant_id}/{mode}/receipts/{reference}/collection', {
          params: { path: { ...path, reference } },
          headers: { 'idempotency-key': key },
        }),
      );
      notifications.show({ message: texts.done });
    } finally {
      // If somebody else was first, the page shows who.
      await query_client.invalidateQueries({ queryKey: keyOf('payments') });
    }
  };
}
