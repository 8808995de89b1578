import { timestampText } from '@guichet/kernel/clock';
import type { Context } from '../../platform/context.ts';
import type { DrawnCode } from './pairing-code.ts';
import type { ListedTill } from './queries.ts';
import type { PairingObject, TillObject } from './schemas.ts';

/** Presents a till as the merchant's staff see it. */
export function presentTill(till: ListedTill): TillObject {
  const { id, name, status, currency, language, paired_at, shift_id, cashier_name, opened_at } = till;
  if (status === 'removed') throw new Error('a removed till is not shown');
  return {
    ...{ id, name, status, currency, language },
    paired_at: paired_at && timestampText(paired_at),
    shift:
      shift_id === null || opened_at === null
        ? null
        : { id: shift_id, cashier: cashier_name ?? '', opened_at: timestampText(opened_at) },
  };
}

/** Presents a new pairing code. */
export function presentPairing(
  { public_url }: Pick<Context, 'public_url'>,
  till: ListedTill,
  { code, pairing_expires_at }: DrawnCode,
): PairingObject {
  const shown = `${code.slice(0, 4)}-${code.slice(4)}`;
  return {
    till: presentTill(till),
    code: shown,
    url: `${public_url}/caisse?code=${shown}`,
    expires_at: timestampText(pairing_expires_at),
  };
}
