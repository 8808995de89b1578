import { Guichet, SignatureError, signWebhook, verifyWebhook } from '@guichet/client';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const body = JSON.stringify({ id: 'evt_1', event: 'payment.successful', data: { id: 'pay_1' } });

/** Uses the functions that a website or a worker would, and returns their results. */
export async function main() {
  const headers = await signWebhook(body, secret);
  const { id } = await verifyWebhook(body, new Headers(headers), secret);
  const refused = await verifyWebhook(`${body} `, headers, secret).catch((error) => error);
  return { event: id, refused: refused instanceof SignatureError, name: refused.name };
}

/** Returns the library's error message for a key, empty if the key is accepted. */
export function tryKey(apiKey) {
  try {
    new Guichet({ apiKey });
    return '';
  } catch (error) {
    return `${error.name}: ${error.message}`;
  }
}
