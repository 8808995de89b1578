/**
 * Returns the short reference that customers read out to a merchant: the last ten characters of the payment's id,
 * the random part of its ULID, in Crockford's alphabet (no I, L, O, U).
 */
export function referenceOf(payment_id: string): string {
  const tail = payment_id.slice(-10);
  return `${tail.slice(0, 5)}-${tail.slice(5)}`;
}
