import { makeBooks } from '../books.ts';
import type { SimulatorReply, SimulatorRequest, World } from '../contract.ts';
import { receiptOf } from './access.ts';
import { merchant } from './accounts.ts';
import { otps, planOf } from './numbers.ts';
import { nameOf, type Part } from './part.ts';

/** Orange Burkina Faso: one request with a one-time code, one response, and nothing afterwards. */
export function makeBurkina(world: World): Part {
  const books = makeBooks<null>(world, () => undefined);

  const pay = (request: SimulatorRequest): SimulatorReply => {
    const field = (name: string): string =>
      new RegExp(`<${name}>([^<]*)</${name}>`).exec(request.body)?.[1]?.trim() ?? '';
    const [phone, amount, otp, reference] = ['customer_msisdn', 'amount', 'otp', 'ext_txn_id'].map(field);
    const isMerchant =
      field('api_username') === merchant.api_username &&
      field('api_password') === merchant.api_password &&
      field('merchant_msisdn') === merchant.channel_msisdn.burkina;
    if (field('TYPE') !== 'OMPREQ' || !isMerchant) return refuse('990403');
    if (!phone || !reference || !otp || !/^[1-9]\d*$/.test(amount ?? '')) return refuse('990400');
    const wrong = otps.get(otp) ?? (/^\d{6}$/.test(otp) ? undefined : 'OTPINV');
    if (wrong !== undefined) return refuse(wrong);
    const entry = books.open(
      {
        direction: 'collect',
        reference: nameOf(books, reference),
        provider_reference: receiptOf(world).replace(/^MP/, 'OM'),
        phone,
        asked_amount: amount ?? '',
        currency: 'XOF',
        extra: null,
      },
      planOf('burkina', phone),
    );
    // The code is the customer's consent: there is nothing to wait for.
    books.decide(entry.reference, (world.planOf(phone) ?? planOf('burkina', phone)).end);
    if (entry.status !== 'success') return refuse(entry.code ?? '990500');
    return answer('200', 'Paiement effectu&#233; avec succes', entry.provider_reference);
  };

  return {
    handle: (request) =>
      request.method === 'POST' && /^\/(burkina\/)?payment$/.test(request.path) ? pay(request) : undefined,
    transactions: () => books.all(),
    decide: books.decide,
    expireTokens: () => undefined,
  };
}

function refuse(code: string): SimulatorReply {
  return answer(code, 'Transaction refusee', '');
}

/** Renders a response without a root element, as Orange does. */
function answer(status: string, message: string, transID: string): SimulatorReply {
  return {
    status: 200,
    headers: { 'content-type': 'text/xml' },
    body: `<status>${status}</status><message>${message}</message><transID>${transID}</transID>`,
  };
}
