import type { ConnectorAnswer, LookupRequest, PayoutRequest } from '../contract.ts';
import { unknownFrom } from '../http/outcome-without.ts';
import { readJson } from '../http/read-json.ts';
import { answer } from './answer.ts';
import type { Client } from './client.ts';
import { mapNotFound, mapPayout, mapRefusal, writePayout } from './map.ts';
import { type Payout, readFound, readPayout } from './wire.ts';

/** Pays out with our reference as the idempotency key, so that a repeated request makes only one payout. */
export async function payout(
  client: Client,
  request: PayoutRequest,
  signal: AbortSignal,
): Promise<ConnectorAnswer> {
  const { reference, phone, first_name, last_name } = request;
  const result = await client.post('/v1/payout', writePayout(request), signal, reference);
  const made =
    result.kind === 'reply' && result.status === 200 ? readPayout(readJson(result.text)) : undefined;
  return made ? answerPayout(made) : answer(mapRefusal(result), result, phone, first_name, last_name);
}

export async function inquireAboutPayout(
  client: Client,
  request: LookupRequest,
  now: Date,
  signal: AbortSignal,
): Promise<ConnectorAnswer> {
  const { reference, provider_reference, phone } = request;
  if (provider_reference !== null) {
    const result = await client.get(`/v1/payout/${encodeURIComponent(provider_reference)}`, signal);
    const made =
      result.kind === 'reply' && result.status === 200 ? readPayout(readJson(result.text)) : undefined;
    return made ? answerPayout(made) : answer(unknownFrom(result), result, phone);
  }
  const url = `/v1/payouts/search?client_reference=${encodeURIComponent(reference)}`;
  const result = await client.get(url, signal);
  const found =
    result.kind === 'reply' && result.status === 200 ? readFound(result.text, readPayout) : undefined;
  if (!found) return answer(unknownFrom(result), result, phone);
  // The idempotency key is our reference, so at most one payout with it exists.
  const made = found.find(({ client_reference }) => client_reference === reference);
  if (made) return answerPayout(made);
  return { outcome: mapNotFound(request, now), provider_reference: null, raw: { result: [] } };
}

function answerPayout(made: Payout): ConnectorAnswer {
  return { outcome: mapPayout(made), provider_reference: made.id, raw: made };
}
