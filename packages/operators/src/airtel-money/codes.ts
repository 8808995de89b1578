import type { FailureReason } from '@guichet/kernel/outcome';

/** The meaning of a code by itself. */
export type Meaning =
  | { readonly kind: 'success' }
  | { readonly kind: 'pending' }
  /** Airtel does not know the outcome, or does not report it: an inquiry is needed. */
  | { readonly kind: 'unclear' }
  | { readonly kind: 'not_found' }
  /** The id was used before: the first request counts. */
  | { readonly kind: 'duplicate' }
  /** `at_the_door`: refused by the gateway, before the customer was asked. */
  | { readonly kind: 'failed'; readonly reason: FailureReason; readonly at_the_door?: true };

const success: Meaning = { kind: 'success' };
const pending: Meaning = { kind: 'pending' };
const unclear: Meaning = { kind: 'unclear' };
const not_found: Meaning = { kind: 'not_found' };
const duplicate: Meaning = { kind: 'duplicate' };
const failed = (reason: FailureReason): Meaning => ({ kind: 'failed', reason });
const refused: Meaning = { kind: 'failed', reason: 'other', at_the_door: true };
/** Not the customer's fault: the account with Airtel is misconfigured. */
const not_allowed: Meaning = { kind: 'failed', reason: 'operator_down', at_the_door: true };

const collections: readonly [string, Meaning][] = [
  ['000', unclear],
  ['001', success],
  ['002', failed('wrong_pin')],
  ['003', failed('limit_exceeded')],
  ['004', failed('limit_exceeded')],
  // No PIN, no such number, or no such id: indistinguishable, so inconclusive without a status.
  ['005', unclear],
  ['006', pending],
  ['007', failed('insufficient_funds')],
  ['008', failed('other')],
  // "Do not honour."
  ['009', failed('other')],
  ['010', failed('other')],
  ['024', unclear],
  ['025', not_found],
  ['026', not_allowed],
  ['029', failed('payer_timeout')],
];

/** Code 007 is about our float, not the recipient's balance. */
const disbursements: readonly [string, Meaning][] = [
  ['000', unclear],
  ['001', success],
  ['003', failed('limit_exceeded')],
  ['004', failed('limit_exceeded')],
  ['005', failed('other')],
  ['006', pending],
  ['007', failed('insufficient_funds')],
  ['009', failed('other')],
  ['010', failed('other')],
  ['011', failed('other')],
  ['012', failed('not_registered')],
  ['013', failed('other')],
  ['014', unclear],
  ['015', not_found],
  ['016', not_allowed],
  ['017', duplicate],
  ['018', not_allowed],
];

const gateway: readonly [string, Meaning][] = [
  ...['001', '005', '006', '007', '112', '114', '115', '116', '119'].map((code): [string, Meaning] => [
    `ROUTER${code}`,
    not_allowed,
  ]),
  ['ROUTER003', refused],
  ['ROUTER117', unclear],
  ['ESB000001', unclear],
  ['ESB000004', unclear],
  ['ESB000008', refused],
  ['ESB000010', success],
  ['ESB000011', failed('other')],
  ['ESB000014', unclear],
  ...['33', '36'].map((code): [string, Meaning] => [`ESB0000${code}`, refused]),
  ...['34', '35', '39'].map((code): [string, Meaning] => [`ESB0000${code}`, not_allowed]),
  ['ESB000041', duplicate],
  ['ESB000045', not_found],
];

/** The meanings by code, as Airtel writes it. */
export const meanings: ReadonlyMap<string, Meaning> = new Map([
  ...collections.map(([code, meaning]): [string, Meaning] => [`DP00800001${code}`, meaning]),
  ...disbursements.map(([code, meaning]): [string, Meaning] => [`DP00900001${code}`, meaning]),
  ...gateway,
]);

/** The meaning of the first documented code; unclear if there is none. */
export function meaningOf(codes: readonly string[]): {
  readonly code: string | null;
  readonly meaning: Meaning;
} {
  const code = codes.find((one) => meanings.has(one));
  return { code: code ?? null, meaning: (code === undefined ? undefined : meanings.get(code)) ?? unclear };
}

const disputed = new Set(
  ['002', '003', '006', '007', '009', '010', '024'].map((code) => `DP00800001${code}`),
);

/** Whether Zambia's documentation gives the code a different meaning. It does so for some codes of collections only. */
export function isDisputed(code: string): boolean {
  return disputed.has(code);
}

/** Whether a code is the gateway's, and so not specific to collections or disbursements. */
export function isGatewayCode(code: string): boolean {
  return !code.startsWith('DP');
}
