import type { Context } from '../../../platform/context.ts';
import { readEventText } from '../../read.ts';
import { countRoom, in_flight_max, kindOf } from './count-room.ts';
import {
  append,
  type EndpointQueue,
  endTurn,
  hadTurn,
  isIdle,
  isQuick,
  makeEndpointQueue,
  roomOf,
  settle,
  takeNext,
  wantOf,
} from './endpoint-queue.ts';
import { good_health, judge, type Verdict } from './judge.ts';
import { type DueDelivery, readDue } from './queries.ts';
import { makeRecorder } from './record.ts';
import { rememberOpened } from './remember-opened.ts';
import type { Sender, SendResult } from './send.ts';
import { signatureHeaders } from './sign.ts';

/**
 * The maximum number of deliveries in flight or not yet recorded: while the database is unavailable, sending stops
 * at this number.
 */
const under_way_max = 4_000;
/** The maximum number of deliveries read but not yet sent, for all endpoints together. */
const waiting_max = 4_000;
/** The maximum number of endpoints whose deliveries are read in one statement. */
const lines_max = 200;

/**
 * Sends due deliveries to the endpoints that this process owns: to many endpoints concurrently, in order for each
 * object, and with no endpoint delaying another.
 */
export interface Dispatcher {
  /** Adds endpoints that this process owns and that may have something due. */
  add(endpoint_ids: Iterable<string>): void;
  has(endpoint_id: string): boolean;
  /** Returns the number of endpoints. */
  count(): number;
  /**
   * Forgets what was read of an endpoint that has changed: what waits is read again, for its present URL and with its
   * present secrets, and its health too. Requests in flight continue.
   */
  renew(endpoint_id: string): void;
  /** Whether there may be something to read, and room for it. */
  wants(): boolean;
  /**
   * Starts attempts and reads what is due. Deliveries that were already read are started automatically as others
   * end.
   */
  fill(): Promise<void>;
  /** Returns the number of attempts started since the last call, and resets it. */
  takeStarted(): number;
  /**
   * Drops idle endpoints. Also ends the turns of endpoints that have had theirs, at most one for each waiting
   * endpoint.
   *
   * @param others the number of endpoints that await their turn
   * @returns the ids of the endpoints that were dropped
   */
  dropIdle(others: number): string[];
  /** Drops all endpoints, which are no longer owned. Requests in flight continue. */
  dropAll(): void;
  /** Waits until nothing is in flight or unrecorded. */
  settled(): Promise<void>;
}

/** The state of a dispatcher. */
interface State {
  readonly lines: Map<string, EndpointQueue>;
  /**
   * Endpoints that responded well and quickly to their last attempt, whether or not they have anything
   * queued.
   */
  readonly trusted: Set<string>;
  /** Attempts that have started and are not recorded yet, whichever process owns their endpoints by now. */
  readonly under_way: Map<string, { readonly line: EndpointQueue; readonly ended: Promise<void> }>;
  in_flight: number;
  started: number;
}

type Ctx = Pick<Context, 'db' | 'clock' | 'log' | 'secrets' | 'tokens'>;

/** @param onWant called when attempts have ended and {@link Dispatcher.wants} has become true */
export function makeDispatcher(ctx: Ctx, sender: Sender, onWant: () => void): Dispatcher {
  const state: State = {
    lines: new Map(),
    trusted: new Set(),
    under_way: new Map(),
    in_flight: 0,
    started: 0,
  };
  const { lines, trusted, under_way } = state;
  const start = (): void => startReady(state, begin);
  let is_start_planned = false;
  /** When several attempts end at the same moment, the next ones are started together. */
  const planStart = (): void => {
    if (is_start_planned) return;
    is_start_planned = true;
    setImmediate(() => {
      is_start_planned = false;
      start();
      if (findWanting(state).length > 0) onWant();
    });
  };
  const deliver = makeDeliver(ctx, sender, state, planStart);

  const begin = (line: EndpointQueue, delivery: DueDelivery): void => {
    state.in_flight++;
    state.started++;
    line.under_way.add(delivery.id);
    const ended = deliver(line, delivery).finally(() => {
      line.under_way.delete(delivery.id);
      under_way.delete(delivery.id);
    });
    under_way.set(delivery.id, { line, ended });
  };

  return {
    add: (endpoint_ids) => addLines(state, endpoint_ids),
    has: (endpoint_id) => lines.has(endpoint_id),
    count: () => lines.size,
    renew: (endpoint_id) => {
      const line = lines.get(endpoint_id);
      if (!line) return;
      trusted.delete(endpoint_id);
      lines.set(endpoint_id, makeEndpointQueue(endpoint_id, performance.now(), line));
    },
    wants: () => findWanting(state).length > 0,
    fill: async () => {
      start();
      await read(ctx, state);
      start();
    },
    takeStarted: () => {
      const { started } = state;
      state.started = 0;
      return started;
    },
    dropIdle: (others) => dropIdle(state, others),
    dropAll: () => lines.clear(),
    settled: async () => {
      while (under_way.size > 0) await Promise.all([...under_way.values()].map(({ ended }) => ended));
    },
  };
}

function addLines({ lines, under_way }: State, endpoint_ids: Iterable<string>): void {
  const now_ms = performance.now();
  // Requests of a queue that was dropped may still be in flight: the next one waits for their objects.
  const before = new Map([...under_way.values()].map(({ line }) => [line.endpoint_id, line]));
  for (const endpoint_id of endpoint_ids) {
    const line = lines.get(endpoint_id);
    if (line) line.may_have_more = true;
    else lines.set(endpoint_id, makeEndpointQueue(endpoint_id, now_ms, before.get(endpoint_id)));
  }
}

function dropIdle({ lines }: State, others: number): string[] {
  const now_ms = performance.now();
  const served = [...lines.values()].filter((line) => hadTurn(line, now_ms));
  for (const line of served.slice(0, others)) endTurn(line);
  const idle = [...lines.values()].filter((line) => isIdle(line, now_ms));
  for (const { endpoint_id } of idle) lines.delete(endpoint_id);
  return idle.map(({ endpoint_id }) => endpoint_id);
}

/** Finds the endpoints for which to read deliveries, with the number to read for each. */
function findWanting({ lines, in_flight, under_way }: State): { line: EndpointQueue; room: number }[] {
  if (in_flight >= in_flight_max || under_way.size >= under_way_max) return [];
  const wanting: { line: EndpointQueue; room: number }[] = [];
  const share = Math.max(1, Math.floor(waiting_max / lines.size));
  for (const line of lines.values()) {
    const room = wantOf(line, share);
    if (room > 0) wanting.push({ line, room });
    if (wanting.length === lines_max) break;
  }
  return wanting;
}

async function read({ db, clock }: Ctx, state: State): Promise<void> {
  const { lines, under_way } = state;
  const wanting = findWanting(state);
  if (wanting.length === 0) return;
  const rooms = wanting.map(({ line, room }) => ({ endpoint_id: line.endpoint_id, room }));
  const taken = [...under_way.keys(), ...wanting.flatMap(({ line }) => line.waiting.map(({ id }) => id))];
  for (const { line } of wanting) {
    // Deliveries announced from now on may be missed by this read.
    line.may_have_more = false;
    // Moves the endpoint to the end: it is the last to be read again.
    lines.delete(line.endpoint_id);
    lines.set(line.endpoint_id, line);
  }
  const rows = await readDue(db, rooms, taken, clock.now());
  const due = Map.groupBy(rows, ({ endpoint_id }) => endpoint_id);
  for (const { line, room } of wanting) {
    const { endpoint_id } = line;
    // An endpoint that was dropped or has changed in the meantime is read again.
    if (lines.get(endpoint_id) !== line) continue;
    const some = due.get(endpoint_id) ?? [];
    // Excludes deliveries that another read has returned in the meantime.
    const known = new Set([...under_way.keys(), ...line.waiting.map(({ id }) => id)]);
    const fresh = some.filter(({ id }) => !known.has(id));
    if (append(line, fresh, clock.now())) line.may_have_more ||= some.length === room;
  }
}

function startReady(
  { lines, trusted, in_flight }: State,
  begin: (line: EndpointQueue, delivery: DueDelivery) => void,
): void {
  const now_ms = performance.now();
  const room = countRoom(lines.values(), trusted, in_flight, now_ms);
  let ready = [...lines.values()].filter((line) => line.waiting.length > 0);
  // Round robin, so that a busy endpoint does not take all the remaining room.
  while (ready.length > 0) {
    ready = ready.filter((line) => {
      const kind = kindOf(line, trusted, now_ms);
      if (!room.has(kind) || roomOf(line) === 0) return false;
      const delivery = takeNext(line, now_ms);
      if (!delivery) return false;
      room.take(kind);
      begin(line, delivery);
      return true;
    });
  }
}

/** @param onEnd called when an attempt has ended, before it is recorded */
function makeDeliver(
  ctx: Ctx,
  sender: Sender,
  state: State,
  onEnd: () => void,
): (line: EndpointQueue, delivery: DueDelivery) => Promise<void> {
  const recorder = makeRecorder(ctx);
  const secrets = rememberOpened(ctx.secrets);
  return async (line, delivery) => {
    const { endpoint_id } = delivery;
    const started_at = ctx.clock.now();
    const result = await send({ log: ctx.log, tokens: ctx.tokens, secrets }, sender, delivery, started_at);
    state.in_flight--;
    const before = line.health ?? good_health;
    // With jitter, the retries of many events after an outage are not all made at the same moment.
    const random = Math.random();
    const verdict = judge(delivery, result, before, { started_at, now: ctx.clock.now(), random });
    settle(line, delivery, verdict, performance.now());
    if (isQuick(verdict)) state.trusted.add(endpoint_id);
    else state.trusted.delete(endpoint_id);
    onEnd();
    const health_changed = verdict.health !== before && (verdict.health.failures > 0 || before.failures > 0);
    await recorder.record({ endpoint_id, url: delivery.url, verdict, health_changed });
    tell(ctx, delivery, verdict);
  };
}

async function send(
  {
    secrets,
    tokens,
    log,
  }: Pick<Context, 'log' | 'tokens'> & { readonly secrets: Pick<Context['secrets'], 'open'> },
  sender: Sender,
  delivery: DueDelivery,
  at: Date,
): Promise<SendResult> {
  const { event_id: id, url, secrets_sealed } = delivery;
  try {
    const body = readEventText({ tokens }, delivery);
    const opened = secrets_sealed.map((sealed) => secrets.open(sealed));
    const result = await sender.send(url, signatureHeaders({ id, body, secrets: opened, at }), body);
    // Some receivers echo the request, which may contain a checkout token.
    const { response_excerpt: said } = result;
    return { ...result, response_excerpt: said === null ? null : tokens.hide(said) };
  } catch (error) {
    // An error on our side, such as a secret encrypted with a lost key: it is retried like any other failure.
    log.error({ err: error, delivery_id: delivery.id }, 'a webhook could not be sent');
    const words = 'Guichet could not send it: see its own log for the reason';
    return {
      status_code: null,
      error: words,
      response_excerpt: null,
      retry_after: undefined,
      duration_ms: 0,
    };
  }
}

function tell(
  { log }: Pick<Context, 'log'>,
  { id: delivery_id, event_id, endpoint_id }: DueDelivery,
  { succeeded, record, switch_off }: Verdict,
): void {
  const { number, status_code, error, duration_ms } = record;
  log.info(
    { delivery_id, event_id, number, status_code, error, duration_ms },
    succeeded ? 'webhook delivered' : 'webhook not delivered',
  );
  if (switch_off !== null) log.warn({ endpoint_id, reason: switch_off }, 'webhook endpoint switched off');
}
