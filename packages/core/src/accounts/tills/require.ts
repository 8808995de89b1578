import { AppError } from '@guichet/kernel/errors';
import { isId } from '@guichet/kernel/ids';
import type { MerchantActor } from '../../platform/actor/actor.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { type ListedTill, listTillRows, lockTill, type Till } from './queries.ts';

type Owner = Pick<MerchantActor, 'merchant_id' | 'mode'>;

/** Finds a merchant's till in the actor's mode. @throws AppError `not_found` */
export async function requireListedTill(db: Connection, owner: Owner, id: string): Promise<ListedTill> {
  const [till] = isId('till', id) ? await listTillRows(db, owner, id) : [];
  if (!till) throw noTill();
  return till;
}

/** Finds a merchant's till in the actor's mode, and locks it. @throws AppError `not_found` */
export async function requireLockedTill(tx: Connection, owner: Owner, id: string): Promise<Till> {
  const till = isId('till', id) ? await lockTill(tx, { merchant_id: owner.merchant_id, id }) : undefined;
  if (till?.mode !== owner.mode || till.status === 'removed') throw noTill();
  return till;
}

function noTill(): AppError {
  return new AppError('not_found', { message: 'No till has this id in this mode.' });
}
