import type { Terminal } from '../terminal/make-terminal.ts';
import type { Forwarded } from './forward.ts';
import type { ReadEvent } from './forward-in-order.ts';

/** The details reported at the start. */
export interface Listening {
  readonly base_url: string;
  readonly forward_to: string;
  readonly mode: 'test' | 'live';
  readonly secret: string;
}

export interface Summary {
  readonly received: number;
  /** Events acknowledged with 2xx. */
  readonly delivered: number;
  readonly failed: number;
  /**
   * The id of the last event that has been handled along with all events before it, or the id that the stream
   * started after; null if there is neither.
   */
  readonly last_event_id: string | null;
}

/** Reports progress while events are forwarded. */
export interface Report {
  started(listening: Listening): void;
  connected(): void;
  lost(reason: string): void;
  forwarded(event: ReadEvent, result: Forwarded): void;
  ended(summary: Summary): void;
}

/** Makes a report of one JSON object per line, of the kind given by `type`. */
export function makeJsonReport(write: (line: string) => void): Report {
  const tell = (type: string, fields: object): void => write(`${JSON.stringify({ type, ...fields })}\n`);
  return {
    started: (listening) => tell('listening', listening),
    connected: () => tell('connected', {}),
    lost: (reason) => tell('connection_lost', { reason }),
    forwarded: ({ id, type, object_id, created_at }, result) =>
      tell('event', { id, event: type, object_id, created_at, ...result, ok: isDelivered(result) }),
    ended: (summary) => tell('summary', summary),
  };
}

/** Makes a report in lines for people. @param now for the time at the start of each line */
export function makePlainReport(terminal: Terminal, now: () => Date): Report {
  const { paint } = terminal;
  let delivered = 0;
  let failed = 0;
  const status = (connection: string): void => {
    const counts = delivered + failed === 0 ? '' : `, ${delivered} delivered, ${failed} failed`;
    terminal.status(`${connection}${counts}. Press Ctrl-C to stop.`);
  };
  const time = (): string => paint('dim', now().toTimeString().slice(0, 8));
  return {
    started: ({ base_url, forward_to, mode, secret }) => {
      terminal.print(`Forwarding ${mode} mode events from ${base_url} to ${forward_to}`);
      terminal.print(`The signing secret is ${paint('bold', secret)}`);
      if (mode === 'live')
        terminal.print(paint('yellow', 'This is a LIVE key: these are real payments by real customers.'));
      status('connecting');
    },
    connected: () => {
      terminal.print(`${time()}  ${paint('dim', 'connected')}`);
      status('waiting for events');
    },
    lost: (reason) => {
      terminal.print(`${time()}  ${paint('yellow', `not connected: ${reason}. Retrying until it works.`)}`);
      status('connecting');
    },
    forwarded: (event, result) => {
      const isGood = isDelivered(result);
      if (isGood) delivered++;
      else failed++;
      const answer = result.status === null ? result.error : result.status;
      const again = result.tries > 1 ? ` after ${result.tries} attempts` : '';
      const end = `${paint(isGood ? 'green' : 'red', String(answer))}  ${result.duration_ms} ms${again}`;
      terminal.print(
        `${time()}  ${event.type.padEnd(20)}  ${event.object_id}  ${end}  ${paint('dim', event.id)}`,
      );
      status('waiting for events');
    },
    ended: ({ received, last_event_id, ...counts }) => {
      terminal.end();
      const open = received - counts.delivered - counts.failed;
      const rest = open === 0 ? '' : `, ${open} unfinished`;
      terminal.print(`${received} events: ${counts.delivered} delivered, ${counts.failed} failed${rest}.`);
      if (last_event_id !== null) terminal.print(`Resume from here with --after ${last_event_id}`);
    },
  };
}

/** True for 2xx only, as for real endpoints. */
export function isDelivered({ status }: Forwarded): boolean {
  return status !== null && status >= 200 && status < 300;
}
