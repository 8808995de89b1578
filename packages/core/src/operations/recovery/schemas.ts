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
        lost_since: Type.String({ description: 'From then on something may be missing. ISO 8601.' }),
        began_at: Moment,
        looked_at: Type.Union([Type.String(), Type.Null()], {
          description: 'When everything that was open had been inquired about; null before.',
        }),
        may_open: Type.Boolean({ description: 'Whether you may open the service.' }),
        counts: Type.Object(
          {
            to_inquire: Count('Open, and not inquired about yet.'),
            found_paid: Count('Found paid since.'),
            found_failed: Count('Found failed since.'),
            open: Count('Open still.'),
            to_send: Count('Payouts and refunds that are sent once the service is open.'),
            needs_review: Count('For a person.'),
            unknown_callbacks: Count('Callbacks about what this database does not have.'),
          },
          { description: 'Of your payments, payouts and refunds.' },
        ),
        found: Type.Array(
          Type.Object({
            kind: Type.Enum(['payment', 'payout', 'refund']),
            id: Type.String({ description: 'Of the payment or payout; of a refund its payment’s.' }),
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
    { description: 'Null: the service is open.' },
  ),
});
export type RecoveryNotice = Static<typeof RecoveryNotice>;

export const OpeningInput = Type.Object(
  {
    anyway: Type.Optional(
      Type.Boolean({ description: 'Although not everything has been inquired about. False by default.' }),
    ),
  },
  { additionalProperties: false },
);
