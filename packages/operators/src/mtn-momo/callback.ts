import type { Notice, RawCallback } from '../contract.ts';
import { mapTransaction, readExternalId } from './map.ts';
import { keepText, readTransaction } from './wire.ts';

/**
 * Parses a callback. It has the same body as the response to an inquiry, is unsigned, and lacks the reference that
 * the request was created with. The URL has that reference, and `externalId` repeats it. MTN's own id is not taken
 * from the callback, because anyone can send one; it is taken from the response to an inquiry.
 */
export function readCallback({ body, request }: RawCallback): readonly Notice[] {
  const wire = readTransaction(body);
  if (!wire) return [];
  const outcome = mapTransaction(wire, { direction: 'collect' }, undefined);
  // An unknown status is inconclusive.
  if (outcome.kind === 'unknown' && wire.status !== 'SUCCESSFUL') return [];
  const reference = request?.reference ?? readExternalId(wire.external_id);
  return [{ reference, provider_reference: null, outcome, raw: keepText(body) }];
}
