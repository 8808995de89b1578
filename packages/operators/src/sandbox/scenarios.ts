import type { CustomerAction, FailureReason } from '@guichet/kernel/outcome';
import type { Direction } from '../contract.ts';

/** A transaction's state in the sandbox operator's books. */
export type State =
  | { readonly kind: 'pending'; readonly action: CustomerAction['kind'] }
  | { readonly kind: 'settled'; readonly amount: 'asked' | 'another' }
  | { readonly kind: 'failed'; readonly reason: FailureReason; readonly operator_code: string };

/**
 * When a state changes: a number of milliseconds after the request, at the end of the checkout session, or at a
 * decision.
 */
export type Moment = number | 'session_expired' | 'approved' | 'refused';

/** A scenario of the sandbox operator. The code, the documentation and the tests share this table. */
export interface Scenario {
  /** Last two digits of the phone number; `other` for every pair without a row. */
  readonly digits: string;
  /** The scenario's name in the documentation. */
  readonly title: string;
  /** The effect that a merchant's developer sees. */
  readonly details: string;
  /** The state from the moment the request arrives. */
  readonly first: State;
  /** The changes of state, in order; the last one that is due applies. */
  readonly changes: readonly { readonly at: Moment; readonly state: State }[];
  /** The response to the request: the current state, always a prompt, or none at all. */
  readonly answer: 'books' | 'prompt' | 'none';
  /**
   * When each callback is sent: a number of milliseconds after the request, before the response to the request, or
   * after a decision.
   */
  readonly callbacks: readonly (number | 'before_answer' | 'decision')[];
  /**
   * The maker of the decision that `changes` waits for: nobody, a customer with a one-time code, or a person on the
   * page or panel.
   */
  readonly decided_by: 'nobody' | 'otp' | 'person';
  /** Whether the scenario needs a customer. Payouts and refunds have none, so they use `other` instead. */
  readonly needs_customer: boolean;
}

const soon_ms = 1_000;
const settled: State = { kind: 'settled', amount: 'asked' };
const prompt: State = { kind: 'pending', action: 'prompt' };
const like_others = 'A payout or refund behaves as for any other number.';

/** The right code for `20`. */
export const rightOtp = '123456';
/** The number of wrong codes after which `20` fails. */
export const otp_attempts_max = 5;

export const scenarios: readonly Scenario[] = [
  scenario('00', 'success at once', 'The response to the request already reports the success.', {
    first: settled,
  }),
  refusal('01', 'insufficient_funds', 'Refused in the response, before any prompt.'),
  promptFailure('02', 'payer_cancelled', 'A prompt, refused by the customer after about 1 s.'),
  promptFailure(
    '03',
    'payer_timeout',
    'A prompt that the customer does not answer; expires after about 1 s.',
  ),
  refusal('04', 'limit_exceeded', 'Refused in the response, before any prompt.'),
  promptFailure('05', 'wrong_pin', 'A prompt, answered with a wrong PIN after about 1 s.'),
  refusal('06', 'not_registered', 'Refused in the response, before any prompt.'),
  refusal('07', 'account_blocked', 'Refused in the response, before any prompt.'),
  {
    ...refusal('08', 'operator_down', 'Refused in the response: nothing can have reached the customer.'),
    title: 'refused before any prompt: operator_down',
  },
  scenario('10', 'success after 10 s', 'A prompt, approved after 10 s; reported by callback.', {
    changes: [{ at: 10_000, state: settled }],
    callbacks: [10_000],
  }),
  scenario(
    '11',
    'success after the session has expired',
    'A prompt, approved when the checkout session is over; a payout or refund, 30 minutes after it was sent. No callback: found by status inquiry.',
    { changes: [{ at: 'session_expired', state: settled }] },
  ),
  scenario(
    '12',
    'no response (unknown), then success on inquiry',
    'The money moves but the response is lost. No callback.',
    { first: settled, answer: 'none' },
  ),
  scenario(
    '13',
    'no response (unknown), then failed on inquiry',
    'Declined (`other`) but the response is lost. No callback.',
    { first: failed('other', 'declined'), answer: 'none' },
  ),
  scenario(
    '14',
    'success, callback sent twice',
    'A prompt, approved after about 1 s; two equal callbacks at once.',
    {
      changes: [{ at: soon_ms, state: settled }],
      callbacks: [soon_ms, soon_ms],
    },
  ),
  scenario(
    '15',
    'callback arrives before the response to the request',
    'The callback reports success; the response that follows still reports pending.',
    { first: settled, answer: 'prompt', callbacks: ['before_answer'] },
  ),
  scenario('16', 'success, no callback ever (inquiry only)', 'A prompt, approved after about 1 s.', {
    changes: [{ at: soon_ms, state: settled }],
  }),
  scenario(
    '17',
    'success with a different amount',
    'The response and every inquiry report success with one minor unit less than requested (one more if one was requested).',
    { first: { kind: 'settled', amount: 'another' } },
  ),
  scenario(
    '18',
    'first reports failure, later success',
    'A callback reports `payer_timeout` after about 1 s, another reports success after about 5 s; inquiries agree with both.',
    {
      changes: [
        { at: soon_ms, state: failed('payer_timeout') },
        { at: 5_000, state: settled },
      ],
      callbacks: [soon_ms, 5_000],
    },
  ),
  scenario(
    '20',
    `asks for an OTP; ${rightOtp} is right`,
    `A wrong code may be tried again; the fifth wrong one fails with \`wrong_otp\`. A code sent with the request counts. ${like_others}`,
    {
      first: { kind: 'pending', action: 'otp' },
      changes: [
        { at: 'approved', state: settled },
        { at: 'refused', state: failed('wrong_otp') },
      ],
      decided_by: 'otp',
      needs_customer: true,
    },
  ),
  {
    ...personScenario(
      '21',
      "redirects to the sandbox's own approval page",
      'redirect',
      `A person approves, or refuses (\`payer_cancelled\`), on that page; reported by callback. ${like_others}`,
    ),
    needs_customer: true,
  },
  personScenario(
    '22',
    'waits for a person: approve or refuse on the sandbox panel',
    'prompt',
    'A refusal is `payer_cancelled`; reported by callback. For a payout or refund: `guichet sandbox approve` or `refuse`.',
  ),
];

/** The behaviour of every pair of digits without a row of its own. */
export const otherwise: Scenario = scenario(
  'other',
  'success after about 1 s',
  'A prompt, approved after about 1 s; reported by callback.',
  { changes: [{ at: soon_ms, state: settled }], callbacks: [soon_ms] },
);

const scenariosByDigits = new Map(scenarios.map((row) => [row.digits, row]));

/** The scenario of a customer who entered no number: the sandbox's own page, like that of the real operator. */
const digits_without_number = '21';

/** The behaviour selected by the last two digits of a payer's phone number, which may be empty. */
export function scenarioFor(phone: string): Scenario {
  return scenariosByDigits.get(phone === '' ? digits_without_number : phone.slice(-2)) ?? otherwise;
}

/**
 * Returns the scenario of a transaction. Payouts and refunds have no customer, so a scenario that needs one does
 * not apply to them.
 */
export function scenarioOf({ phone, direction }: { phone: string; direction: Direction }): Scenario {
  const scenario = scenarioFor(phone);
  return direction !== 'collect' && scenario.needs_customer ? otherwise : scenario;
}

function scenario(
  digits: string,
  title: string,
  details: string,
  behaviour: Partial<Omit<Scenario, 'digits' | 'title' | 'details'>>,
): Scenario {
  const usual = {
    first: prompt,
    changes: [],
    answer: 'books',
    callbacks: [],
    decided_by: 'nobody',
    needs_customer: false,
  } as const;
  return { digits, title, details, ...usual, ...behaviour };
}

/** A failure that involves no customer: the response reports it, and no callback follows. */
function refusal(digits: string, reason: FailureReason, details: string): Scenario {
  return scenario(digits, `fails: ${reason}`, details, { first: failed(reason) });
}

/** A failure at the customer's prompt: the response is pending, and a callback follows. */
function promptFailure(digits: string, reason: FailureReason, details: string): Scenario {
  return scenario(digits, `fails: ${reason}`, details, {
    changes: [{ at: soon_ms, state: failed(reason) }],
    callbacks: [soon_ms],
  });
}

function personScenario(
  digits: string,
  title: string,
  action: CustomerAction['kind'],
  details: string,
): Scenario {
  return scenario(digits, title, details, {
    first: { kind: 'pending', action },
    changes: [
      { at: 'approved', state: settled },
      { at: 'refused', state: failed('payer_cancelled') },
    ],
    callbacks: ['decision'],
    decided_by: 'person',
  });
}

function failed(reason: FailureReason, operator_code: string = reason): State {
  return { kind: 'failed', reason, operator_code };
}
