import type { Texts } from './keys.ts';

/** English. */
export const en: Texts = {
  language_name: 'English',
  other_languages: 'Language',
  test_mode: 'Test mode: no real money',
  locale: 'en-GB',
  direction: 'ltr',
  secure_payment: 'Secure payment',
  expires_at: 'Expires at',
  expires_soon: 'Less than two minutes left to pay.',
  error_prefix: 'Error',
  offline: 'No network at the moment. Nothing was sent: try again when it is back.',
  lost: 'No connection. This page continues by itself when it is back.',

  summary: 'Your payment',
  subtotal: 'Subtotal',
  fees: 'Fees',
  total: 'Total',
  no_fee: 'no fee',
  fees_later: 'depend on your choice',
  operator: 'Paid with',
  phone: 'Number',
  reference: 'Reference',
  paid_at: 'Date',

  choose_title: 'How do you want to pay?',
  choose_phone: 'Your mobile money number',
  choose_phone_hint: 'with country code',
  choose_country: 'Country of the number',
  choose_email: 'E-mail address',
  choose_email_hint: 'optional',
  choose_another: 'Another way',
  choose_direct: 'Or without a number',
  choose_keep: 'Remember this number on this device',
  choose_not_answering: 'Not responding right now',
  choose_continue: 'Continue',
  choose_problems: {
    operator: {
      missing: 'Choose how you want to pay.',
      gone: 'This way to pay is no longer available. Choose another one.',
      down: 'This way to pay is not responding right now. Nothing was sent. Choose another one.',
    },
    phone: {
      missing: 'Enter the number that will pay.',
      invalid: 'This number does not exist. Check each digit.',
      other_country: 'This number is from another country. Enter one from the country you chose.',
      from_country: (country) =>
        `This number is from another country (${country}), where this payment is not possible. Enter another number.`,
      from_country_picked: (country) =>
        `This number is from another country (${country}). We selected a way to pay in that country: check it, then continue.`,
    },
    email: 'This is not an e-mail address. Correct it, or leave it empty.',
  },
  cancel_and_return: (shop) => `Cancel and return to ${shop}`,

  hand_over_link: 'Pay with your phone instead',
  hand_over_title: 'Continue on your phone',
  hand_over_scan: 'Point the camera of your phone at this QR code.',
  hand_over_open: 'No camera? Open this address on the phone:',
  hand_over_type: 'and type this code:',
  hand_over_follows: 'Keep this page open: it follows what you do on the phone.',
  hand_over_stay: 'Pay on this screen',
  qr_code: 'QR code',
  entry_title: 'Continue a payment',
  entry_sentence: 'Enter the code shown on the other screen.',
  entry_label: 'Code',
  entry_wrong: 'This code is not valid. Check each character, or look at the other screen again.',
  entry_submit: 'Continue',

  confirm_title: (amount) => `You pay ${amount}`,
  confirm_with: (operator) => `with ${operator}`,
  confirm_number: 'number',
  confirm_change: 'Change',
  confirm_pay: (amount) => `Pay ${amount}`,
  confirm_nothing_sent: 'Nothing is sent until you press Pay.',
  confirm_too_soon: (operator, wait) =>
    `${operator} does not accept the same amount from the same number twice in a row. No money was taken. Wait ${wait} and press Pay again, or choose another way to pay.`,

  otp_title: 'Enter your code',
  otp_dial: 'Dial',
  otp_then: 'on the phone that will pay, then enter the code you get.',
  otp_from: (operator) => `Enter the code you got for ${operator}.`,
  otp_label: 'Code',
  otp_wrong: 'This code is wrong. No money was taken. Enter it again, or use a new one.',
  otp_dial_again: 'For another code, dial',
  otp_resend: 'Send another code',
  otp_resent: {
    sent: 'Another code is on its way. Only the newest one works.',
    too_soon: 'The last code may still arrive. Wait half a minute before you request another.',
    not_sent: 'The operator did not send another code. If you already have one, enter it.',
  },
  otp_submit: (amount) => `Pay ${amount}`,

  waiting_title: 'Check your phone',
  waiting_approve: (amount, operator) => `Approve ${amount} with your ${operator} PIN.`,
  waiting_phone: (phone) => `The request went to ${phone}.`,
  waiting_dial: 'Nothing on the screen? Dial',
  waiting_then: 'then choose',
  waiting_pin: 'and enter your PIN.',
  dial_steps: { payment: 'this payment', currency: 'the currency', yes: 'Yes' },
  again: 'Ask for it again',
  again_about: (operator) =>
    `Still nothing? We first ask ${operator} what happened, so that you never pay twice.`,
  again_open: (operator) =>
    `${operator} still has this request. Approve it on your phone; do not pay a second time.`,
  waiting_not_yet: 'Not approved yet?',
  waiting_time_left: 'Time left:',
  waiting_until: (time) => `Approve before ${time}.`,
  waiting_close: (shop) => `You can close this page: ${shop} will be notified.`,
  wrong_number: {
    title: 'Wrong number?',
    sentence:
      'The request is on the phone with that number. Only its owner can approve it, with their PIN. It ends by itself, and then you can enter another number here.',
  },
  waiting_moment_title: 'One moment',
  waiting_moment: (operator) => `${operator} is about to respond. This page updates by itself.`,
  waiting_slow_title: 'Still checking',
  waiting_slow: (operator) =>
    `${operator} has not responded yet. If you approved, do not pay again: the result will appear here.`,
  check_now: 'Check now',

  redirect_title: (operator) => `Continue with ${operator}`,
  redirect_sentence: (amount, operator) => `Approve ${amount} on the ${operator} page.`,
  redirect_open: (operator) => `Open ${operator}`,
  redirect_scan: (operator) => `Or point the camera of the phone that has ${operator} at this QR code.`,
  redirect_after: 'You then return here and see the result.',

  success_title: 'Paid',
  success_sentence: (amount, shop) => `${amount} to ${shop}`,
  success_soon: (shop) => `We are notifying ${shop}. You return there in 5 seconds.`,
  stay_here: 'Stay here',
  receipt_link: 'Keep the receipt',
  help: (shop) => `Write to ${shop}:`,
  help_message: ({ amount, reference, when }) =>
    `Hello, I need help with my payment of ${amount}, reference ${reference}, ${when}.`,
  return_to: (shop) => `Return to ${shop}`,

  failures: {
    insufficient_funds: () => ({
      title: 'Not enough money in the wallet',
      sentence: 'No money was taken. Top up the wallet, or choose another way to pay.',
    }),
    payer_cancelled: () => ({
      title: 'The payment was refused on the phone',
      sentence: 'No money was taken. Try again if you still want to pay.',
    }),
    payer_timeout: () => ({
      title: 'No response from the phone in time',
      sentence: 'No money was taken. Keep the phone at hand and try again.',
    }),
    limit_exceeded: (operator) => ({
      title: 'The amount is above a limit of the wallet',
      sentence: `No money was taken. Choose another way to pay, or ask ${operator} to raise the limit.`,
    }),
    wrong_pin: () => ({
      title: 'The PIN was wrong',
      sentence: 'No money was taken. Try again with the PIN of this wallet.',
    }),
    wrong_otp: () => ({
      title: 'The code was wrong',
      sentence: 'No money was taken. Try again with a new code.',
    }),
    not_registered: (operator) => ({
      title: `This number has no wallet with ${operator}`,
      sentence: 'No money was taken. Check the number, or choose another way to pay.',
    }),
    account_blocked: (operator) => ({
      title: 'This wallet is blocked',
      sentence: `No money was taken. Choose another way to pay, or call ${operator}.`,
    }),
    operator_down: (operator) => ({
      title: `${operator} is not working at the moment`,
      sentence: 'No money was taken. Wait a little, or choose another way to pay.',
    }),
    other: (operator) => ({
      title: `${operator} refused the payment`,
      sentence: 'No money was taken. Try again, or choose another way to pay.',
    }),
  },
  some_operator: 'the operator',
  failed_retry: 'Try again or pay another way',
  failed_same: 'Same number again',
  failed_other: 'Another way to pay',

  unknown_title: (operator) => `We are asking ${operator}`,
  unknown_do_not: 'Do not pay again.',
  unknown_sentence: (amount, phone) =>
    `We do not know yet whether ${amount} left the wallet of ${phone}. We keep asking until we know.`,
  unknown_without_number: (amount) =>
    `We do not know yet whether ${amount} was paid. We keep asking until there is an answer.`,
  unknown_close: (shop) => `You can close this page: ${shop} will be notified. Keep the reference.`,
  unknown_ended: 'The time to pay is over, but your payment is not lost.',

  held_title: 'We are checking your payment',
  held_amount: (received, total, shop) =>
    `${received} arrived instead of ${total}. ${shop} will accept it or send it back to you.`,
  held_late: (received, shop) =>
    `${received} arrived after the time to pay was over. ${shop} will accept it or send it back to you.`,
  returned: (received) => ({
    title: 'Your money is being returned',
    sentence: `${received} arrived, but was not accepted. It is going back to the number that paid.`,
  }),
  success_difference: (difference) =>
    `You paid ${difference} too much. It is going back to the number that paid.`,

  cancelled: (shop) => ({
    title: 'Payment cancelled',
    sentence: `No money was taken. To pay after all, start again at ${shop}.`,
  }),
  expired: (shop) => ({
    title: 'This payment page has expired',
    sentence: `No money was taken. To pay, start again at ${shop}.`,
  }),
  too_many_attempts: (shop) => ({
    title: 'Too many attempts',
    sentence: `Nothing was sent this time. To pay, start again at ${shop}.`,
  }),
  unavailable: (shop) => ({
    title: 'No payment method is available',
    sentence: `No money was taken. ${shop} has to enable a payment method first: please let them know.`,
  }),
  already_paid: (amount, shop) => ({
    title: 'Already paid',
    sentence: `${amount} paid to ${shop}. There is nothing more to pay.`,
  }),
  reversed: (amount, shop) => ({
    title: 'The payment was reversed',
    sentence: `The operator has moved ${amount} back to you. ${shop} does not have the money: ask the shop how to pay again.`,
  }),
  session_unknown: {
    title: 'This payment page does not exist',
    sentence:
      'Check the address, or ask the shop for a new one. If you already paid, do not pay again: ask the shop first.',
  },
  rate_limited: {
    title: 'Too many requests at once',
    sentence:
      'Your request was not processed. Wait a few seconds and reload the page. If you already paid, your payment is safe: do not pay again.',
  },
  recovering: {
    title: 'Payments are paused',
    sentence:
      'Your request was not processed. Try again a little later on this page. If you already paid, your payment is safe: do not pay again.',
  },
  refused: {
    title: 'This step did not work',
    sentence:
      'Your request was not processed. Reload the payment page and continue there. If you already paid, your payment is safe: do not pay again.',
  },
  error: {
    title: 'This page has a problem',
    sentence:
      'Something went wrong on our side. If you already paid, your payment is safe: do not pay again. Reload the page in a moment.',
  },
  reload: 'Reload the page',

  sandbox_title: 'Sandbox wallet',
  sandbox_note: 'Play money, for tests only.',
  sandbox_asks: (shop) => `${shop} asks you to pay`,
  sandbox_decide: 'Test mode: decide here instead of on the phone.',
  sandbox_approve: 'Approve',
  sandbox_refuse: 'Refuse',
  sandbox_numbers_title: 'Test numbers',
  sandbox_numbers_intro: 'The last two digits of the number decide what happens.',
  sandbox_numbers: [
    ['00', 'paid at once'],
    ['10', 'paid after 10 seconds'],
    ['01', 'not enough money'],
    ['05', 'wrong PIN'],
    ['08', 'operator not working'],
    ['12', 'no response, paid later'],
    ['20', 'asks for a code: 123456'],
    ['21', 'opens the sandbox’s own page'],
    ['22', 'you approve or refuse'],
  ],
};
