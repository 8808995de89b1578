import Type from 'typebox';
import { Compile } from 'typebox/compile';
import type { Notice, RawCallback } from '../contract.ts';
import { readJson } from '../http/read-json.ts';
import { redact } from '../http/redact.ts';
import { referenceOf } from './order-id.ts';

const id = Type.String({ minLength: 1, maxLength: 100 });

/** The fields that we use of three contracts' notifications; their other fields are not fully documented. */
const notification = Compile(
  Type.Object({
    status: id,
    /** web-payment */
    notif_token: Type.Optional(id),
    txnid: Type.Optional(id),
    /** sonatel */
    reference: Type.Optional(id),
    /** cameroon */
    payToken: Type.Optional(id),
  }),
);
type Notification = ReturnType<typeof notification.Parse>;

/**
 * Parses a notification as a hint: it identifies the payment, but its outcome is not used. The payment is
 * identified by our reference in the callback URL, or by an id in the body.
 *
 * @param statuses the documented ones; anything else is not a notification
 * @param idOf Orange's own id of the payment, if an inquiry can use it and the callback may be trusted with it
 */
export function readHint(
  raw: RawCallback,
  statuses: readonly string[],
  idOf: (said: Notification) => string | undefined,
): readonly Notice[] {
  const said = readJson(raw.body);
  if (!notification.Check(said) || !statuses.includes(said.status)) return [];
  const reference = raw.request?.reference ?? referenceOf(said.reference ?? '');
  const provider_reference = idOf(said) ?? null;
  if (reference === null && provider_reference === null) return [];
  return [
    {
      reference,
      provider_reference,
      outcome: { kind: 'pending', action: null },
      raw: readJson(redact(raw.body)),
    },
  ];
}
