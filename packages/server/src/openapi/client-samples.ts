/** Calls of @guichet/client by operation id. The tests compile them. */
export const client_samples: Readonly<Record<string, string>> = {
  initializeCheckout: `
const session = await guichet.checkout.initialize({
  amount: 25_000,
  currency: 'XOF',
  return_url: 'https://shop.example/thanks',
  cancel_url: 'https://shop.example/cart',
  customer_phone: '+2250548151600',
  description: 'Pagne wax, 6 yards',
  metadata: { order: 'A-1001' },
});
// Redirect the customer to session.checkout_url.`,
  retrieveCheckout: `
const session = await guichet.checkout.retrieve(token);
for (const { code, name, total } of session.operators) console.log(code, name, total);`,
  payCheckout: `
const session = await guichet.checkout.pay(token, {
  operator: 'mtn_ci',
  phone: '+2250548151600',
});
if (session.payment.action?.kind === 'otp') {
  // Ask for the code, then pay again with the same fields and otp.
}`,
  cancelCheckout: `
await guichet.checkout.cancel(token);`,
  watchCheckout: `
for await (const { status, payment } of guichet.checkout.events(token)) {
  console.log(status, payment.status);
}`,
  createPayment: `
const payment = await guichet.payments.create({
  amount: 25_000,
  currency: 'XOF',
  return_url: 'https://shop.example/thanks',
  customer: { first_name: 'Aya', last_name: 'Koné', phone: '+2250548151600' },
  operator: 'mtn_ci',
  metadata: { order: 'A-1001' },
});
// Redirect the customer to payment.checkout_url.`,
  retrievePayment: `
const payment = await guichet.payments.retrieve(id);
console.log(payment.status, payment.amount, payment.currency);`,
  verifyPayment: `
const payment = await guichet.payments.verify(id);
if (payment.status === 'success' && payment.refunded_amount === 0) console.log('paid', payment.metadata);`,
  createPaymentLink: `
const link = await guichet.paymentLinks.create({
  title: 'School trip to Grand-Bassam',
  amount: 15_000,
  currency: 'XOF',
  max_payments: 40,
  fields: [
    { label: 'Name of the pupil', key: 'pupil', type: 'text' },
    { label: 'Class', key: 'class', type: 'choice', options: ['CM1', 'CM2'] },
  ],
});
// Share link.url.`,
  listPaymentLinks: `
for await (const link of guichet.paymentLinks.list({ status: 'active' })) {
  console.log(link.title, link.payments, link.paid_amount);
}`,
  retrievePaymentLink: `
const link = await guichet.paymentLinks.retrieve(id);
console.log(link.unavailable ?? 'can be paid', link.paid_amount, link.currency);`,
  updatePaymentLink: `
const link = await guichet.paymentLinks.update(id, { status: 'paused' });`,
  collectReceipt: `
const collection = await guichet.receipts.collect(reference);
console.log('handed over at', collection.collected_at);`,
  createPayout: `
const payout = await guichet.payouts.create(
  {
    amount: 15_000,
    currency: 'XOF',
    operator: 'mtn_ci',
    recipient: { phone: '+2250548151600', first_name: 'Awa', last_name: 'Diallo' },
  },
  { idempotencyKey: 'refund-A-0987' },
);`,
  retrievePayout: `
const payout = await guichet.payouts.retrieve(id);`,
  verifyPayout: `
const payout = await guichet.payouts.verify(id);
if (payout.status === 'failed') console.log(payout.failure?.message);`,
  listCustomers: `
for await (const customer of guichet.customers.list({ country: 'CI' })) {
  console.log(customer.id, customer.phone);
}`,
  retrieveCustomer: `
const customer = await guichet.customers.retrieve(id);`,
  listOperators: `
for await (const operator of guichet.operators.list({ country: 'CI' })) {
  console.log(operator.code, operator.name, operator.fee_percent);
}`,
  listBalances: `
for await (const { currency, available } of guichet.balances.list()) {
  console.log(currency, available);
}`,
  listEvents: `
const cursor = await guichet.events.sync(last_event_id, async (event) => {
  if (event.event === 'payment.successful') console.log('paid', event.data.id);
});
// Keep cursor: the next call resumes there.`,
};
