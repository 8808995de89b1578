import Type, { type Static } from 'typebox';
import { recovery_reasons } from '../../platform/database/tables/installation.ts';

const Moment = Type.String({ description: 'ISO 8601 with numeric offset.' });
const Count = (description: string) => Type.Integer({ description });

/** A recovery as the staff of one merchant see it. */
export const RecoveryNotice = Type.Object({
  recovery: Type.Union(
    [
      Type.Object({
        reason: Type.Enum([...recovery_reasons]),
        lost_since: Type.String({ description: 'Time since which data may be missing. ISO 8601.' }),
        began_at: Moment,
        looked_at: Type.Union([Type.String(), Type.Null()], {
          description: 'When inquiries about all open objects had been made; null before.',
        }),
        may_open: Type.Boolean({ description: 'Whether you may open the service.' }),
        counts: Type.Object(
          {
            to_inquire: Count('Open, without an inquiry yet.'),
            found_paid: Count('Found paid since the recovery began.'),
            found_failed: Count('Found failed since the recovery began.'),
            open: Count('Still open.'),
            to_send: Count('Payouts and refunds that are sent once the service is open.'),
            needs_review: Count('Objects that need review.'),
            unknown_callbacks: Count('Callbacks for references that this database does not have.'),
          },
          { description: 'Counts of your payments, payouts and refunds.' },
        ),
        found: Type.Array(
          Type.Object({
            kind: Type.Enum(['payment', 'payout', 'refund']),
            id: Type.String({ description: 'Id of the payment or payout; for a refund, of its payment.' }),
            outcome: Type.Enum(['success', 'failed']),
            amount: Type.Number({ description: 'Major unit.' }),
            currency: Type.String(),
            found_at: Moment,
          }),
          { description: 'The newest outcomes, in this mode.' },
        ),
      }),
      Type.Null(),
    ],
    { description: 'Null while the service is open.' },
  ),
});
export type RecoveryNotice = Static<typeof RecoveryNotice>;

export const OpeningInput = Type.Object(
  {
    anyway: Type.Optional(
      Type.Boolean({ description: 'Open before all inquiries have been made. False by default.' }),
    ),
  },
  { additionalProperties: false },
);
