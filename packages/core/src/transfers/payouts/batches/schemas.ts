import Type, { type Static, type TSchema } from 'typebox';
import { Bar } from '../../../accounts/approvals/standing.ts';
import { Cursor, Limit, Page } from '../../../platform/lists/page.ts';
import { payout_states } from '../orders/schemas.ts';
import { batch_fields } from './findings.ts';

const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const Moment = Type.String({ description: 'ISO 8601 with numeric offset.' });
const Amount = (description: string) => Type.Number({ description: `Major unit: ${description}` });

const batch_statuses = ['refused', 'checked', 'confirmed', 'discarded'] as const;

/** Query of the upload. */
export const UploadQuery = Type.Object(
  {
    file_name: Type.Optional(
      Type.String({ maxLength: 1_000, description: 'Name of the file on the uploader’s device.' }),
    ),
  },
  { additionalProperties: false },
);

export const BatchQuery = Type.Object(
  { cursor: Type.Optional(Cursor('payout_batch')), limit: Type.Optional(Limit) },
  { additionalProperties: false },
);

/** Query for the language of an exported file. */
export const LanguageQuery = Type.Object(
  { language: Type.Optional(Type.Enum(['en', 'fr'])) },
  { additionalProperties: false },
);

/** A file of payouts, with its status and the states of its payouts. */
export const PayoutBatch = Type.Object({
  id: Type.String({ description: 'Identifier, `pob_...`.' }),
  status: Type.Enum([...batch_statuses], {
    description: '`refused`: it has errors. `checked`: it awaits confirmation.',
  }),
  file_name: Type.String(),
  lines: Type.Integer({ description: 'Number of lines that are not empty.' }),
  errors: Type.Integer(),
  warnings: Type.Integer(),
  made_by: Type.String({ description: 'The person who uploaded it.' }),
  created_at: Moment,
  ended_by: Nullable(Type.String({ description: 'The person who confirmed or discarded it.' })),
  ended_at: Nullable(Moment),
  totals: Type.Array(
    Type.Object({
      currency: Type.String(),
      payouts: Type.Integer(),
      amount: Amount('sum of all its payouts in this currency.'),
    }),
    { description: 'Totals of a file without errors.' },
  ),
  states: Type.Array(Type.Object({ state: Type.Enum([...payout_states]), payouts: Type.Integer() }), {
    description: 'Number of its payouts in each state; empty before it is confirmed.',
  }),
});
export type PayoutBatch = Static<typeof PayoutBatch>;

export const PayoutBatchPage = Page(PayoutBatch, 'Null on the last page.');
export type PayoutBatchPage = Static<typeof PayoutBatchPage>;

const BatchFinding = Type.Object({
  is_error: Type.Boolean({ description: 'False for a warning, which does not prevent confirmation.' }),
  line: Nullable(Type.Integer({ description: 'Row number, as in a spreadsheet. Null: the whole file.' })),
  field: Nullable(Type.Enum([...batch_fields])),
  code: Type.String(),
  words: Type.Object(
    { en: Type.String(), fr: Type.String() },
    { description: 'The problem and what to do.' },
  ),
});

const Line = Type.Object({
  line: Type.Integer(),
  amount: Amount('the amount that the recipient gets.'),
  currency: Type.String(),
  operator: Type.String(),
  phone: Type.String(),
  name: Nullable(Type.String()),
  reference: Nullable(Type.String()),
});

/** Everything about one file of payouts. */
export const PayoutBatchDetail = Type.Object({
  batch: PayoutBatch,
  findings: Type.Array(BatchFinding, { description: 'The first 100, errors first.' }),
  /** The effects of confirming the batch, by currency; empty if it does not await confirmation. */
  effects: Type.Array(
    Type.Object({
      currency: Type.String(),
      available: Amount('the balance now.'),
      left: Amount('the balance afterwards.'),
      approval_above: Nullable(Amount('the limit above which a second person is required.')),
    }),
  ),
  needs_approval: Type.Boolean({ description: 'Whether it will await a second person once confirmed.' }),
  operators: Type.Array(
    Type.Object({
      operator: Type.String(),
      operator_name: Type.String(),
      currency: Type.String(),
      payouts: Type.Integer(),
      amount: Amount('sum of all its payouts with this operator.'),
    }),
  ),
  first_lines: Type.Array(Line, { description: 'The first lines, as read from the file.' }),
  same_as: Nullable(
    Type.Object(
      {
        id: Type.String(),
        status: Type.Enum([...batch_statuses]),
        made_by: Type.String(),
        created_at: Moment,
      },
      {
        description:
          'Another file with the same content in the last 30 days: the last one confirmed, or else the last one ' +
          'uploaded before this one.',
      },
    ),
  ),
  /** The decisions that this person may make now. */
  may: Type.Object({
    confirm: Type.Boolean(),
    discard: Type.Boolean(),
    approve: Type.Boolean(),
    refuse: Type.Boolean(),
  }),
  bar: Type.Union([Bar, Type.Null()], {
    description: 'Why this person may not approve it, although their role may.',
  }),
});
export type PayoutBatchDetail = Static<typeof PayoutBatchDetail>;

/** Body of the confirmation. */
export const BatchConfirmation = Type.Object(
  {
    again: Type.Optional(
      Type.String({
        description:
          'To pay the same content again: `id` of the confirmed file in `same_as`. If another file with that ' +
          'content has been confirmed since, the response is a 409.',
      }),
    ),
  },
  { additionalProperties: false },
);
