import type { Context } from '../context.ts';
import { good_health, judge, type Verdict } from './judge.ts';
import { append, isIdle, isSuspect, type Line, makeLine, roomOf, settle, takeNext, wantOf } from './line.ts';
import { type DueDelivery, readDue } from './queries.ts';
import { makeRecorder } from './record.ts';
import type { Sender, SendResult } from './send.ts';
import { signatureHeaders } from './sign.ts';

/** On their way at once, of one process. */
const slots_max = 512;
/** Of those, for endpoints that fail or take their time: the others always have room. */
const suspects_max = slots_max / 2;
/** On their way or not yet written: when the database is away, nothing more is sent. */
const under_way_max = 2_000;
/** Endpoints that one statement reads for. */
const lines_max = 200;

/** Sends what is due to the endpoints that are ours: many at once, each in order, none at the cost of another. */
export interface Dispatcher {
  /** Endpoints that are ours and may have something due. */
  add(endpoint_ids: Iterable<string>): void;
  has(endpoint_id: string): boolean;
  /** Reads what is due and starts what may start. @returns how many were started */
  fill(): Promise<number>;
  /** Forgets endpoints that have had nothing to send for a moment. @returns their ids */
  dropIdle(): string[];
  /** Forgets all: nothing is ours any more. What is on its way goes on. */
  dropAll(): void;
  /** Waits until nothing is on its way and all is written. */
  settled(): Promise<void>;
}

/** @param onProgress called when a try has ended, so that more may start */
export function makeDispatcher(
  ctx: Pick<Context, 'db' | 'clock' | 'log' | 'secrets'>,
  sender: Sender,
  onProgress: () => void,
): Dispatcher {
  const lines = new Map<string, Line>();
  const recorder = makeRecorder(ctx);
  /** From their start until they are written, whoever the endpoint belongs to by then. */
  const under_way = new Map<string, Promise<void>>();
  let in_flight = 0;

  const read = async (): Promise<void> => {
    if (in_flight >= slots_max || under_way.size >= under_way_max) return;
    const wanting = [...lines.values()].filter((line) => wantOf(line) > 0).slice(0, lines_max);
    if (wanting.length === 0) return;
    const rooms = wanting.map((line) => ({ endpoint_id: line.endpoint_id, room: wantOf(line) }));
    const taken = [...under_way.keys(), ...wanting.flatMap(({ waiting }) => waiting.map(({ id }) => id))];
    // What is announced from here on may not be seen by this reading.
    for (const line of wanting) line.may_have_more = false;
    const due = Map.groupBy(
      await readDue(ctx.db, rooms, taken, ctx.clock.now()),
      ({ endpoint_id }) => endpoint_id,
    );
    for (const { endpoint_id, room } of rooms) {
      const line = lines.get(endpoint_id);
      const some = due.get(endpoint_id) ?? [];
      if (!line) continue;
      append(line, some);
      line.may_have_more ||= some.length === room;
    }
  };

  const start = (): number => {
    const now_ms = performance.now();
    const ready = [...lines.values()].filter((line) => line.waiting.length > 0 && roomOf(line) > 0);
    const suspects = new Set([...lines.values()].filter((line) => isSuspect(line, now_ms)));
    let suspected = [...suspects].reduce((total, line) => total + line.in_flight.size, 0);
    let started = 0;
    // One of each in turn, so that a busy endpoint does not take all that is left.
    for (let before = -1; before < started && in_flight < slots_max; ) {
      before = started;
      for (const line of ready) {
        if (in_flight >= slots_max || roomOf(line) === 0) continue;
        if (suspects.has(line) && suspected >= suspects_max) continue;
        const delivery = takeNext(line, now_ms);
        if (!delivery) continue;
        if (suspects.has(line)) suspected++;
        begin(line, delivery);
        started++;
      }
    }
    return started;
  };

  const begin = (line: Line, delivery: DueDelivery): void => {
    in_flight++;
    under_way.set(
      delivery.id,
      deliver(line, delivery).finally(() => under_way.delete(delivery.id)),
    );
  };

  const deliver = async (line: Line, delivery: DueDelivery): Promise<void> => {
    const started_at = ctx.clock.now();
    const result = await send(ctx, sender, delivery, started_at);
    in_flight--;
    const before = line.health ?? good_health;
    // Jitter: after an outage the retries of many events must not all come at once.
    const random = Math.random();
    const verdict = judge(delivery, result, before, { started_at, now: ctx.clock.now(), random });
    settle(line, delivery, verdict, performance.now());
    onProgress();
    const health_changed = verdict.health !== before && (verdict.health.failures > 0 || before.failures > 0);
    await recorder.record({ endpoint_id: delivery.endpoint_id, verdict, health_changed });
    tell(ctx, delivery, verdict);
  };

  return {
    add: (endpoint_ids) => {
      const now_ms = performance.now();
      for (const endpoint_id of endpoint_ids) {
        const line = lines.get(endpoint_id);
        if (line) line.may_have_more = true;
        else lines.set(endpoint_id, makeLine(endpoint_id, now_ms));
      }
    },
    has: (endpoint_id) => lines.has(endpoint_id),
    fill: async () => {
      await read();
      return start();
    },
    dropIdle: () => {
      const now_ms = performance.now();
      const idle = [...lines.values()].filter((line) => isIdle(line, now_ms));
      for (const { endpoint_id } of idle) lines.delete(endpoint_id);
      return idle.map(({ endpoint_id }) => endpoint_id);
    },
    dropAll: () => lines.clear(),
    settled: async () => {
      while (under_way.size > 0) await Promise.all(under_way.values());
    },
  };
}

async function send(
  { secrets, log }: Pick<Context, 'log' | 'secrets'>,
  sender: Sender,
  delivery: DueDelivery,
  at: Date,
): Promise<SendResult> {
  const { event_id: id, body, url, secrets_sealed } = delivery;
  try {
    const opened = secrets_sealed.map((sealed) => secrets.open(sealed));
    return await sender.send(url, signatureHeaders({ id, body, secrets: opened, at }), body);
  } catch (error) {
    // A fault of ours, for instance a secret sealed with a key that is gone: it is tried again, as any other failure.
    log.error({ err: error, delivery_id: delivery.id }, 'a webhook could not be sent');
    const words = 'Guichet could not send it: its own log says why';
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
