import type { Notice, RawCallback } from '../contract.ts';
import { readJson } from '../http/read-json.ts';
import { redact } from '../http/redact.ts';
import { outcomeOf } from './map.ts';
import { readTransaction } from './wire.ts';

/** Parses a callback. Its body has the same format as `data` in an inquiry's response. */
export function readCallback({ body }: RawCallback): readonly Notice[] {
  const transaction = readTransaction(readJson(body));
  if (!transaction) return [];
  return [
    {
      reference: transaction.reference,
      provider_reference: transaction.provider_transaction,
      outcome: outcomeOf(transaction),
      raw: readJson(redact(body)),
    },
  ];
}
