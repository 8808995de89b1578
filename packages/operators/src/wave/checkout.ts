import type { CollectRequest, ConnectorAnswer, LookupRequest, RefundRequest } from '../contract.ts';
import type { HttpResult } from '../http/contract.ts';
import { unknownFrom } from '../http/outcome-without.ts';
import { readJson } from '../http/read-json.ts';
import { answer } from './answer.ts';
import type { Client } from './client.ts';
import { mapNotFound, mapRefusal, mapSession, writeSession } from './map.ts';
import { readFound, readSession, type Session } from './wire.ts';

export const path = '/v1/checkout/sessions';

/**
 * Creates a link for the customer. Wave documents no idempotency key for links: ours is sent anyway, but nothing
 * relies on it. A link whose response was lost is found by our reference.
 */
export async function collect(
  client: Client,
  request: CollectRequest,
  restrict_payer: boolean,
  signal: AbortSignal,
): Promise<ConnectorAnswer> {
  const { reference, phone } = request;
  const result = await client.post(path, writeSession(request, restrict_payer), signal, reference);
  const session = sessionIn(result);
  return session ? answerSession(session) : answer(mapRefusal(result), result, phone);
}

/** Inquires about the link of a collection: by Wave's id, or by our reference if no response contained the id. */
export async function inquireAboutCollection(
  client: Client,
  request: LookupRequest,
  now: Date,
  signal: AbortSignal,
): Promise<ConnectorAnswer> {
  const { reference, provider_reference, phone } = request;
  if (provider_reference !== null) {
    const result = await client.get(`${path}/${encodeURIComponent(provider_reference)}`, signal);
    const session = sessionIn(result);
    return session ? answerSession(session) : answer(unknownFrom(result), result, phone);
  }
  const searched = await search(client, reference, signal);
  if ('result' in searched) return answer(unknownFrom(searched.result), searched.result, phone);
  const session = pick(searched.found);
  if (!session) {
    return { outcome: mapNotFound(request, now), provider_reference: null, raw: { result: [] } };
  }
  await closeOthers(client, session, searched.found, signal);
  return answerSession(session);
}

type Searched = { readonly found: readonly Session[] } | { readonly result: HttpResult };

async function search(client: Client, reference: string, signal: AbortSignal): Promise<Searched> {
  const result = await client.get(`${path}/search?client_reference=${encodeURIComponent(reference)}`, signal);
  const found =
    result.kind === 'reply' && result.status === 200 ? readFound(result.text, readSession) : undefined;
  if (!found) return { result };
  return { found: found.filter(({ client_reference }) => client_reference === reference) };
}

/** Picks the link that decides the outcome: a paid one, otherwise an open one; the oldest if there are several. */
function pick(sessions: readonly Session[]): Session | undefined {
  const rank = ({ checkout_status }: Session): number =>
    checkout_status === 'complete' ? 0 : checkout_status === 'open' ? 1 : 2;
  return sessions.toSorted(
    (left, right) =>
      rank(left) - rank(right) || (left.when_created ?? '').localeCompare(right.when_created ?? ''),
  )[0];
}

/**
 * Closes other links, so that no customer pays twice. A link that cannot be closed now is closed by the next
 * inquiry, or expires.
 */
async function closeOthers(
  client: Client,
  kept: Session,
  sessions: readonly Session[],
  signal: AbortSignal,
): Promise<void> {
  const others = sessions.filter(({ id, checkout_status }) => id !== kept.id && checkout_status === 'open');
  await Promise.all(
    others.map(({ id }) => client.post(`${path}/${encodeURIComponent(id)}/expire`, undefined, signal)),
  );
}

/** The id of a collection's link; null when Wave has none for its reference. */
export async function findSessionId(
  client: Client,
  { reference, provider_reference }: RefundRequest['collection'],
  signal: AbortSignal,
): Promise<{ readonly id: string | null } | { readonly result: HttpResult }> {
  if (provider_reference !== null) return { id: provider_reference };
  const searched = await search(client, reference, signal);
  return 'result' in searched ? searched : { id: pick(searched.found)?.id ?? null };
}

function sessionIn(result: HttpResult): Session | undefined {
  return result.kind === 'reply' && result.status === 200 ? readSession(readJson(result.text)) : undefined;
}

function answerSession(session: Session): ConnectorAnswer {
  return { outcome: mapSession(session), provider_reference: session.id, raw: session };
}
