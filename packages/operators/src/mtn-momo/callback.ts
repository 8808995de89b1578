import type { Notice, RawCallback } from '../contract.ts';
import { mapTransaction, readExternalId } from './map.ts';
import { keepText, readTransaction } from './wire.ts';

/**
 * Reads a callback: the body of a look-up, unsigned, without the reference that it was created with. The address
 * carries that, and `externalId` says it once more. MTN's own number is left to the look-up: anybody can write one here.
 */
export function readCallback({ body, request }: RawCallback): readonly Notice[] {
  const wire = readTransaction(body);
  if (!wire) return [];
  const outcome = mapTransaction(wire, { direction: 'collect' }, undefined);
  // A word from the future says nothing.
  if (outcome.kind === 'unknown' && wire.status !== 'SUCCESSFUL') return [];
  const reference = request?.reference ?? readExternalId(wire.external_id);
  return [{ reference, provider_reference: null, outcome, raw: keepText(body) }];
}
