import { makeMember } from '../../../../../../../test-support/payout-staff.ts';
import { makePayer } from '../../../../../../../test-support/payouts.ts';
import type { StaffActor } from '../../../../platform/actor/actor.ts';
import type { Context } from '../../../../platform/context.ts';
import { browsePayouts } from '../../orders/browse.ts';
import { confirmBatch } from '../confirm.ts';
import type { PayoutBatchDetail } from '../schemas.ts';
import { uploadBatch } from '../upload.ts';

export const heading = 'amount,currency,phone,operator,last_name,reference';

/** Makes a line of a file for a payout to a number that ends in these digits. */
export const line = (amount: number | string, digits: string, rest = 'mtn_ci,,'): string =>
  `${amount},XOF,+22505040302${digits},${rest}`;

/** Lines of 6,000 XOF in total; in test mode the second and the third one fail. */
export const three = [line(1000, '00'), line(2000, '01', 'mtn_ci,Awa,A-2'), line(3000, '02')];

export async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/** Makes functions for the files, lines and batches that several tests need. */
export function makeBatches(get: () => Context) {
  return {
    upload: (actor: StaffActor, lines: readonly string[] = three, file_name = 'salaries.csv') =>
      uploadBatch(get(), actor, { query: { file_name }, content: bytesOf([heading, ...lines].join('\n')) }),
    confirm: (actor: StaffActor, { batch }: PayoutBatchDetail, body: object = {}) =>
      confirmBatch(get(), actor, { id: batch.id, body }),
    payoutsOf: async (actor: StaffActor, { batch }: PayoutBatchDetail) =>
      (await browsePayouts(get(), actor, { batch: batch.id, limit: '100' })).items,
    /** Makes two members with the role `finance` at a merchant with money. */
    makeTeam: async (amount = 100_000) => {
      const { merchant_id } = await makePayer(get(), amount);
      const awa = await makeMember(get(), merchant_id, 'finance', 'Awa');
      const koffi = await makeMember(get(), merchant_id, 'finance', 'Koffi');
      return { merchant_id, awa, koffi };
    },
  };
}
