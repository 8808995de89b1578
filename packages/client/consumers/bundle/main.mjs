import { Guichet, SignatureError, signWebhook, verifyWebhook } from '@guichet/client';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const body = JSON.stringify({ id: 'evt_1', event: 'payment.successful', data: { id: 'pay_1' } });

/** Uses what a website or a worker would, and says how it went. */
export async function main() {
  const headers = await signWebhook(body, secret);
  const { id } = await verifyWebhook(body, new Headers(headers), secret);
  const refused = await verifyWebhook(`${body} `, headers, secret).catch((error) => error);
  return { event: id, refused: refused instanceof SignatureError, name: refused.name };
}

/** The message of the library about a key; none when it takes it. */
export function tryKey(apiKey) {
  try {
    new Guichet({ apiKey });
    return '';
  } catch (error) {
    return `${error.name}: ${error.message}`;
  }
}
