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
  { file_name: Type.Optional(Type.String({ maxLength: 1_000, description: 'As its owner knows it.' })) },
  { additionalProperties: false },
);

export const BatchQuery = Type.Object(
  { cursor: Type.Optional(Cursor('payout_batch')), limit: Type.Optional(Limit) },
  { additionalProperties: false },
);

/** In which language a file is written. */
export const LanguageQuery = Type.Object(
  { language: Type.Optional(Type.Enum(['en', 'fr'])) },
  { additionalProperties: false },
);

/** A file of payouts, and what became of it. */
export const PayoutBatch = Type.Object({
  id: Type.String({ description: 'Identifier, `pob_...`.' }),
  status: Type.Enum([...batch_statuses], {
    description: '`refused`: something in it is wrong. `checked`: it waits to be confirmed.',
  }),
  file_name: Type.String(),
  lines: Type.Integer({ description: 'Lines that ask for something.' }),
  errors: Type.Integer(),
  warnings: Type.Integer(),
  made_by: Type.String({ description: 'Who uploaded it.' }),
  created_at: Moment,
  ended_by: Nullable(Type.String({ description: 'Who confirmed or discarded it.' })),
  ended_at: Nullable(Moment),
  totals: Type.Array(
    Type.Object({
      currency: Type.String(),
      payouts: Type.Integer(),
      amount: Amount('of all its payouts in this currency.'),
    }),
    { description: 'Of a file without errors.' },
  ),
  states: Type.Array(Type.Object({ state: Type.Enum([...payout_states]), payouts: Type.Integer() }), {
    description: 'How many of its payouts stand where; empty before it is confirmed.',
  }),
});
export type PayoutBatch = Static<typeof PayoutBatch>;

export const PayoutBatchPage = Page(PayoutBatch, 'Null on the last page.');
export type PayoutBatchPage = Static<typeof PayoutBatchPage>;

const BatchFinding = Type.Object({
  is_error: Type.Boolean({ description: 'False: worth a second look, and stops nothing.' }),
  line: Nullable(Type.Integer({ description: 'As a spreadsheet numbers its rows. Null: the whole file.' })),
  field: Nullable(Type.Enum([...batch_fields])),
  code: Type.String(),
  words: Type.Object(
    { en: Type.String(), fr: Type.String() },
    { description: 'What is wrong and what to do.' },
  ),
});

const Line = Type.Object({
  line: Type.Integer(),
  amount: Amount('what the recipient gets.'),
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
  /** The effects of confirming it, by currency; empty once there is nothing to confirm. */
  effects: Type.Array(
    Type.Object({
      currency: Type.String(),
      available: Amount('in the balance now.'),
      left: Amount('in the balance afterwards.'),
      approval_above: Nullable(Amount('more than that takes a second person.')),
    }),
  ),
  needs_approval: Type.Boolean({ description: 'Once confirmed, it waits for a second person.' }),
  operators: Type.Array(
    Type.Object({
      operator: Type.String(),
      operator_name: Type.String(),
      currency: Type.String(),
      payouts: Type.Integer(),
      amount: Amount('of all its payouts with this operator.'),
    }),
  ),
  first_lines: Type.Array(Line, { description: 'As they were understood.' }),
  same_as: Nullable(
    Type.Object(
      {
        id: Type.String(),
        status: Type.Enum([...batch_statuses]),
        made_by: Type.String(),
        created_at: Moment,
      },
      { description: 'Another file with the same content in the last 30 days.' },
    ),
  ),
  /** The decisions that this person may take now. */
  may: Type.Object({
    confirm: Type.Boolean(),
    discard: Type.Boolean(),
    approve: Type.Boolean(),
    refuse: Type.Boolean(),
  }),
  bar: Type.Union([Bar, Type.Null()], {
    description: 'Why this person may not approve it, though their role may.',
  }),
});
export type PayoutBatchDetail = Static<typeof PayoutBatchDetail>;

/** Body of the confirmation. */
export const BatchConfirmation = Type.Object(
  {
    again: Type.Optional(
      Type.Boolean({
        description: 'True where a file with the same content was confirmed before, and is meant.',
      }),
    ),
  },
  { additionalProperties: false },
);
