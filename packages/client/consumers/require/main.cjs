const { Guichet, SignatureError, signWebhook, verifyWebhook } = require('@guichet/client');

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const body = JSON.stringify({ id: 'evt_1', event: 'payment.successful', data: { id: 'pay_1' } });

async function main() {
  const guichet = new Guichet({ apiKey: 'svc_test_key' });
  const headers = await signWebhook(body, secret);
  const event = await guichet.webhooks.verify(body, headers, secret);
  const refused = await verifyWebhook(`${body} `, headers, secret).catch((error) => error);
  const facts = { event: event.id, refused: refused instanceof SignatureError, name: refused.name };
  process.stdout.write(JSON.stringify(facts));
}

void main();
