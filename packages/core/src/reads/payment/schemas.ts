import Type, { type Static, type TSchema } from 'typebox';
import {
  HeldDecisionObject,
  ResolutionInput,
  ResolutionObject,
  Stake,
} from '../../operations/review/schemas.ts';
import { PaymentObject } from '../../payments/schemas.ts';
import { RefundObject } from '../../transfers/refunds/schemas.ts';
import { OperatorName } from '../payments/search/schemas.ts';

const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const Text = Type.String();

/** Position in the timeline, from 0. It orders items with equal times. */
const position = Type.Integer();

/** The explanation of a failure for staff. */
const FailureWords = Type.Object({
  code: Text,
  operator_code: Nullable(Text),
  en: Text,
  fr: Text,
});

const Change = Type.Object({
  from: Text,
  event: Text,
  to: Text,
  /** The source of the outcome: answer (the response), callback, inquiry or person. */
  via: Nullable(Text),
  /** The operator's response, redacted. */
  raw: Type.Unknown(),
  at: Text,
  position,
});

const OperatorCall = Type.Object({
  verb: Text,
  created_at: Text,
  exchanges: Type.Array(
    Type.Object({
      method: Text,
      url: Text,
      request: Nullable(Text),
      status: Nullable(Type.Integer()),
      response: Nullable(Text),
      problem: Nullable(Text),
      duration_ms: Type.Number(),
    }),
  ),
});

/** Whether an attempt or a refund needs review, and why. */
const open_question = {
  needs_review: Type.Boolean(),
  /** The verdicts that a person may give now. */
  verdicts: Type.Array(ResolutionInput.properties.verdict),
  unknown_cause: Nullable(Text),
  /** The amount that the operator reported instead, in the major unit. */
  mismatch: Nullable(Type.Object({ amount: Type.Number(), currency: Text })),
};

const Try = Type.Object({
  id: Text,
  number: Type.Integer(),
  status: Type.Enum(['created', 'submitted', 'success', 'failed', 'unknown', 'held', 'reversed']),
  operator: OperatorName,
  connector: Text,
  account_id: Nullable(Text),
  phone: Text,
  charged_amount: Type.Number(),
  fee: Type.Number(),
  reference: Text,
  provider_reference: Nullable(Text),
  receipt: Nullable(Text),
  failure: Nullable(FailureWords),
  duplicate: Type.Boolean(),
  ...open_question,
  /** The money received, if it was not as requested or arrived too late. */
  received: Nullable(Type.Object({ amount: Type.Number(), currency: Text })),
  /** In the major unit: the part of the received money that was accepted; null until that is decided. */
  kept_amount: Nullable(Type.Number()),
  /**
   * The money that a decision concerns: received and neither accepted nor settled yet, or reported as paid.
   */
  stake: Stake,
  /** The decision about the received money that awaits a second person's approval. */
  decision: Nullable(HeldDecisionObject),
  /** In the major unit: the part of the money that can still be refunded; null if none was collected. */
  refundable_amount: Nullable(Type.Number()),
  created_at: Text,
  settled_at: Nullable(Text),
  changes: Type.Array(Change),
  calls: Type.Array(OperatorCall),
});

const MadeRefund = Type.Object({
  ...RefundObject.properties,
  attempt_id: Text,
  method: Type.Enum(['refund', 'payout']),
  failure: Nullable(FailureWords),
  ...open_question,
  made_by: Nullable(Text),
  changes: Type.Array(Change),
  calls: Type.Array(OperatorCall),
});

/** Everything that is known about a payment. */
export const PaymentDetail = Type.Object({
  payment: Type.Object({ ...PaymentObject.properties, failure: Nullable(FailureWords) }),
  operator: Nullable(OperatorName),
  collection: Nullable(
    Type.Object(
      { collected_at: Text, collected_by: Text },
      { description: 'The hand-over of the goods; null if no one has recorded it.' },
    ),
  ),
  shift: Nullable(
    Type.Object(
      { id: Text, till: Text, cashier: Text },
      { description: 'The shift during which a cashier took it at a till; null for other payments.' },
    ),
  ),
  needs_review: Type.Boolean(),
  changes: Type.Array(Change),
  attempts: Type.Array(Try),
  refunds: Type.Array(MadeRefund),
  resolutions: Type.Array(Type.Object({ ...ResolutionObject.properties, position })),
  ledger_entries: Type.Array(
    Type.Object({
      transaction_id: Text,
      kind: Text,
      account: Text,
      direction: Type.Enum(['debit', 'credit']),
      amount: Type.Number(),
      currency: Text,
      created_at: Text,
    }),
  ),
  deliveries: Type.Array(
    Type.Object({
      id: Text,
      event: Text,
      endpoint_id: Text,
      url: Text,
      status: Type.Enum(['waiting', 'delivered', 'failed']),
      next_attempt_at: Nullable(Text),
      delivered_at: Nullable(Text),
      attempts: Type.Array(
        Type.Object({
          number: Type.Integer(),
          status_code: Nullable(Type.Integer()),
          error: Nullable(Text),
          response_excerpt: Nullable(Text),
          duration_ms: Type.Number(),
          created_at: Text,
        }),
      ),
    }),
  ),
});
export type PaymentDetail = Static<typeof PaymentDetail>;
export type FailureWords = Static<typeof FailureWords>;
export type Change = Static<typeof Change>;
