import { asCurrency } from '@guichet/kernel/currencies';
import type { Money } from '@guichet/kernel/money';
import { failureReasons } from '@guichet/kernel/outcome';
import type { Offer, Page, View } from './page.ts';
import { inEachLanguage } from './texts/texts.ts';

/** Pages in every state, for tests that walk the whole matrix. */
export const samplePage: Page = {
  language: 'fr',
  template: 'default',
  mode: 'live',
  nonce: 'bm9uY2U',
  shop_name: 'Boutique Aya',
  logo: null,
  contact: { phone: null, whatsapp: null, email: null, hours: null },
  reference: '7D8E0-3XJ5B',
  primary_color: null,
  description: 'Pagne wax, 6 yards',
  amount: xof(25_000n),
  expires_at: new Date('2026-07-25T14:32:00Z'),
  now: new Date('2026-07-25T14:10:00Z'),
  links: {
    self: '/pay/tok?lang=fr',
    choose: '/pay/tok?step=choose&lang=fr',
    confirm: '/pay/tok?step=confirm&lang=fr',
    submit_choice: '/pay/tok/choice?lang=fr',
    pay: '/pay/tok/pay?lang=fr',
    submit_otp: '/pay/tok/otp?lang=fr',
    resend_otp: '/pay/tok/resend?lang=fr',
    again: '/pay/tok/again?lang=fr',
    cancel: '/pay/tok/cancel?lang=fr',
    languages: inEachLanguage((language) => `/pay/tok?lang=${language}`),
    events: '/api/v1/checkout/tok/events',
    hand_over: '/pay/tok?step=phone&lang=fr',
    leave: '/pay/tok/leave?lang=fr',
    stay: '/pay/tok?stay=1&lang=fr',
    sandbox: '/pay/tok/sandbox?lang=fr',
  },
  view: { kind: 'cancelled', back_href: null, is_leaving: false },
};

/** Calling code and prefixes, as in the catalogue. */
const numbers: Readonly<Record<string, readonly [calling_code: string, prefixes: readonly string[]]>> = {
  orange_ci: ['225', ['07']],
  mtn_ci: ['225', ['05']],
  wave_ci: ['225', []],
  moov_ci: ['225', ['01']],
  mtn_bj: ['229', ['0142', '0146', '0150', '0151', '0152', '0153', '0154', '0156', '0157', '0161', '0196']],
  celtiis_bj: ['229', ['0128', '0140', '0141', '0143', '0144', '0147', '0192', '0193']],
  togocel_tg: ['228', ['70', '71', '72', '90', '91', '92', '93']],
};
const offers: readonly Offer[] = [
  offer('orange_ci', 'Orange Money', 'CI', 375n),
  offer('mtn_ci', 'MTN MoMo', 'CI', 500n),
  offer('wave_ci', 'Wave', 'CI', 250n),
  offer('moov_ci', 'Moov Money', 'CI', 0n),
];
const abroad: readonly Offer[] = [
  offer('mtn_bj', 'MTN MoMo', 'BJ', 0n),
  offer('celtiis_bj', 'Celtiis Cash', 'BJ', 125n),
  offer('togocel_tg', 'Mixx by Yas', 'TG', 300n),
];
const orange = offer('orange_ci', 'Orange Money', 'CI', 375n);
const total = orange.total;
const { fee } = orange;
const operator_name = orange.name;
const phone = '+2250700000000';
const reference = 'pay_01K0Z7M2V4T8Q9R3XJ5B6C7D8E';
const back_href = 'https://shop.example/cancelled?order=7&lang=fr';
const return_href = 'https://shop.example/thanks?payment_id=pay_01K0&status=success';
const choose = {
  kind: 'choose',
  offers,
  country: 'CI',
  operator: null,
  phone: '',
  email: null,
  problems: {},
  failure: null,
} as const;
const confirm = {
  kind: 'confirm',
  confirmation: 'rVb3Zk0sQ1xPq9Lm',
  offer: orange,
  phone,
  code: null,
  wait_s: null,
} as const;
const waiting = {
  kind: 'waiting',
  is_prompted: true,
  operator_name,
  phone,
  total,
  dial: null,
  dial_steps: [],
  again: null,
  operator_page: null,
  ends_at: new Date('2026-07-25T14:14:00Z'),
  slow: false,
  sandbox_decision: false,
} as const;

const otp = {
  kind: 'otp',
  operator_name,
  total,
  wrong: false,
  dial: null,
  can_resend: false,
  resent: null,
} as const;

/** Every kind of view, and every variant that changes what is rendered. */
export const sampleViews: Readonly<Record<string, View>> = {
  choose,
  choose_prefilled: { ...choose, operator: 'orange_ci', phone },
  choose_email: { ...choose, phone, email: 'ama.kouassi@courriel.example' },
  choose_email_wrong: {
    ...choose,
    operator: 'orange_ci',
    phone,
    email: 'ama@',
    problems: { email: 'invalid' },
  },
  choose_guessed: { ...choose, operator: 'orange_ci', is_guess: true, phone },
  choose_problems: {
    ...choose,
    phone: '07 00',
    problems: { operator: 'missing', phone: 'invalid' },
  },
  choose_foreign: {
    ...choose,
    operator: 'orange_ci',
    is_guess: true,
    phone,
    problems: { phone: 'other_country', belongs_to: { country: 'CI', is_picked: true } },
  },
  choose_gone: { ...choose, phone, problems: { operator: 'gone', phone: 'other_country' } },
  choose_abroad: {
    ...choose,
    phone: '+33612345678',
    problems: {
      operator: 'missing',
      phone: 'other_country',
      belongs_to: { country: 'FR', is_picked: false },
    },
  },
  choose_down: {
    ...choose,
    offers: offers.map((one) => ({ ...one, available: one.code !== 'mtn_ci' })),
    problems: { operator: 'down' },
  },
  choose_empty: { ...choose, operator: 'wave_ci', problems: { phone: 'missing' } },
  choose_after_failure: { ...choose, operator: 'orange_ci', phone, failure: 'insufficient_funds' },
  choose_one: { ...choose, offers: [orange] },
  choose_countries: { ...choose, offers: [...offers, ...abroad] },
  choose_direct: {
    ...choose,
    offers: offers.map((one) => ({ ...one, needs_number: false })),
    email: 'ama.kouassi@courriel.example',
  },
  choose_stand_in: {
    ...choose,
    country: null,
    offers: [{ ...orange, code: 'sandbox', name: 'Sandbox', country: null, calling_code: '', prefixes: [] }],
  },
  hand_over: {
    kind: 'hand_over',
    page_url: 'https://pay.shop.example/pay/Zm9yIHRlc3RzIG9ubHksIG5vdGhpbmcgZWxzZQ',
    entry_url: 'https://pay.shop.example/pay',
    short_code: '7KQ2-M9XD',
  },
  confirm,
  confirm_without_number: { ...confirm, phone: '' },
  confirm_free: { ...confirm, offer: offer('wave_ci', 'Wave', 'CI', 0n) },
  confirm_code: { ...confirm, code: { dial: '*144*4*6*25375#', is_wrong: false } },
  confirm_code_wrong: { ...confirm, code: { dial: '*144*4*6*25375#', is_wrong: true } },
  confirm_too_soon: { ...confirm, wait_s: 27 },
  otp: { ...otp, wrong: false, dial: '#144*82#' },
  otp_dialled_wrong: { ...otp, wrong: true, dial: '#144*82#' },
  otp_wrong: { ...otp, wrong: true, can_resend: true },
  otp_resent: { ...otp, can_resend: true, resent: 'sent' },
  otp_too_soon: { ...otp, can_resend: true, resent: 'too_soon' },
  otp_not_sent: { ...otp, resent: 'not_sent' },
  waiting: { ...waiting, dial: '#144*82#' },
  waiting_menu: { ...waiting, dial: '*150*60#', dial_steps: ['7', '#', '11', '1', 'payment'] },
  waiting_menus: { ...waiting, dial: '*501#', dial_steps: ['currency', '6', 'yes'], again: 'offered' },
  waiting_still_open: { ...waiting, slow: true, dial: '*133#', ends_at: null, again: 'still_open' },
  waiting_without_end: { ...waiting, ends_at: null },
  waiting_slow: { ...waiting, slow: true },
  waiting_for_page: { ...waiting, is_prompted: false, ends_at: null },
  waiting_after_page: {
    ...waiting,
    is_prompted: false,
    operator_name: 'Wave',
    operator_page: 'https://pay.wave.example/c/1?a=1&b=2',
    ends_at: null,
  },
  waiting_sandbox: { ...waiting, sandbox_decision: true },
  redirect: { kind: 'redirect', operator_name: 'Wave', total, url: 'https://pay.wave.example/c/1?a=1&b=2' },
  success: {
    kind: 'success',
    operator_name,
    total,
    fee,
    difference: null,
    reference,
    paid_at: new Date('2026-07-25T14:12:00Z'),
    return_href: samplePage.links.leave,
    to_receipt: false,
    leaves: true,
  },
  success_more: {
    kind: 'success',
    operator_name,
    total,
    fee,
    difference: xof(900n),
    reference,
    paid_at: new Date('2026-07-25T14:12:00Z'),
    return_href: samplePage.links.leave,
    to_receipt: false,
    leaves: true,
  },
  unknown: { kind: 'unknown', operator_name, phone, total, reference, session_ended: false },
  unknown_without_number: {
    kind: 'unknown',
    operator_name: 'Wave',
    phone: '',
    total,
    reference,
    session_ended: false,
  },
  unknown_ended: { kind: 'unknown', operator_name, phone, total, reference, session_ended: true },
  held: { kind: 'held', received: xof(20_000n), total, reference },
  held_late: { kind: 'held', received: total, total, reference },
  returned: { kind: 'returned', received: xof(20_000n), reference, can_retry: true, back_href },
  returned_late: { kind: 'returned', received: total, reference, can_retry: false, back_href },
  cancelled: { kind: 'cancelled', back_href, is_leaving: false },
  cancelled_without_way_back: { kind: 'cancelled', back_href: null, is_leaving: false },
  expired: { kind: 'expired', back_href },
  too_many_attempts: { kind: 'too_many_attempts', back_href },
  already_paid: { kind: 'already_paid', total, fee, difference: null, reference, return_href },
  already_paid_more: { kind: 'already_paid', total, fee, difference: xof(900n), reference, return_href },
  already_paid_less: {
    kind: 'already_paid',
    total: xof(5_000n),
    fee: null,
    difference: null,
    reference,
    return_href,
  },
  reversed: { kind: 'reversed', total, fee, reference, back_href },
  unavailable: { kind: 'unavailable', back_href },
  unavailable_without_way_back: { kind: 'unavailable', back_href: null },
  problem: {
    kind: 'problem',
    title: 'Cette demande est trop rapide',
    sentence: 'Rien n’a été débité. Attendez une minute.',
    back_href: null,
  },
  ...Object.fromEntries(
    failureReasons.map((reason): [string, View] => [
      `failed_${reason}`,
      { kind: 'failed', reason, operator_name, can_retry: reason !== 'other', back_href },
    ]),
  ),
};

function offer(code: string, name: string, country: string, fee_minor: bigint): Offer {
  const [calling_code, prefixes] = numbers[code] ?? ['', []];
  return {
    code,
    name,
    country,
    calling_code,
    prefixes,
    fee: xof(fee_minor),
    total: xof(25_000n + fee_minor),
    available: true,
    needs_number: code !== 'wave_ci',
  };
}

function xof(amount_minor: bigint): Money {
  return { amount_minor, currency: asCurrency('XOF') };
}
