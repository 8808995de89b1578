import { accounts } from './accounts.ts';

/**
 * The accounts of a movement. A debit increases what operators hold or what we have spent on costs, and reduces
 * what we owe.
 */
interface MovementSides {
  readonly debit: Side;
  readonly credit: Side;
}

/** `clearing` means the clearing account of the connector account that the movement refers to. */
export type Side =
  | 'clearing'
  | (typeof accounts)['merchantBalance' | 'fees' | 'operatorFees' | 'suspense' | 'duplicates'];

const { merchantBalance, fees, operatorFees, suspense, duplicates } = accounts;

/**
 * Money that moves outside of payments, payouts and refunds, and is recorded by people. All kinds of movements are
 * defined in this table. No kind moves money from an account to itself, and each kind can be undone by a
 * correction, which exchanges debit and credit.
 */
export const movement_sides = {
  /** The merchant put money into the account at the provider, so that payouts can be made from it. */
  float_deposited: { debit: 'clearing', credit: merchantBalance },
  /** Money from the balance was transferred to the merchant's bank. */
  swept_to_bank: { debit: merchantBalance, credit: 'clearing' },
  /** Fees that customers paid on top were transferred to the merchant's bank. */
  fees_swept: { debit: fees, credit: 'clearing' },
  /** The operator kept its own fee. */
  operator_fee: { debit: operatorFees, credit: 'clearing' },
  /** The merchant's balance pays operator fees that the customers' fees do not cover. */
  fees_charged: { debit: merchantBalance, credit: operatorFees },
  /**
   * The merchant's balance covers unexpected money that was refunded to customers and was then also reversed by its
   * operator.
   */
  suspense_covered: { debit: merchantBalance, credit: suspense },
  /**
   * The merchant's balance covers a duplicate that was refunded to the customer and was then also reversed by its
   * operator.
   */
  duplicates_covered: { debit: merchantBalance, credit: duplicates },
} as const satisfies Readonly<Record<string, MovementSides>>;

export type MovementKind = keyof typeof movement_sides;

export const movement_kinds = Object.keys(movement_sides) as readonly MovementKind[];

/** The accounts that record what we owe; the others record what we have, and costs. */
const owed: readonly Side[] = [merchantBalance, fees, suspense, duplicates];

/**
 * Lists the accounts that a movement draws from, which must hold at least its amount. This does not apply to a
 * clearing account: money known to have left an operator is gone, whatever the books say.
 */
export function drawnBy(kind: MovementKind): readonly Exclude<Side, 'clearing'>[] {
  const { debit, credit } = movement_sides[kind];
  return [
    ...(isBooked(debit) && owed.includes(debit) ? [debit] : []),
    ...(isBooked(credit) && !owed.includes(credit) ? [credit] : []),
  ];
}

/** Returns the account of customers' own money that a movement replenishes; null if it replenishes none. */
export function coveredBy(kind: MovementKind): 'suspense' | 'duplicates' | null {
  const { credit } = movement_sides[kind];
  return credit === suspense || credit === duplicates ? credit : null;
}

function isBooked(side: Side): side is Exclude<Side, 'clearing'> {
  return side !== 'clearing';
}

/** Returns the sign of an account's balance when it holds money: a credit is negative. */
export function signOf(side: Exclude<Side, 'clearing'>): bigint {
  return owed.includes(side) ? -1n : 1n;
}

/** Whether a movement involves an account with a provider. */
export function needsAccount(kind: MovementKind): boolean {
  const { debit, credit } = movement_sides[kind];
  return [debit, credit].some((side) => side === 'clearing');
}
