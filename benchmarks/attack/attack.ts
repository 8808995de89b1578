import { connect, type Socket } from 'node:net';

/**
 * An attacker in its own process and, on Linux, at its own address (127.0.0.2). It tries to hold open a number of
 * connections whose headers never end and a number of checkout event streams, and retries refused or closed ones
 * every few seconds. Takes an `Attack` as JSON, prints its open connections once a second, and exits with its
 * parent.
 */
export interface Attack {
  readonly port: number;
  readonly tokens: readonly string[];
  readonly slow: number;
  readonly streams: number;
}

/** The connections that an attacker holds, and the responses it has received. */
export interface Held {
  readonly slow: number;
  readonly streams: number;
  readonly refused: number;
  readonly closed: number;
  /** Whether every connection has been attempted at least once. */
  readonly is_whole: boolean;
}

const again_ms = 3_000;
const drip_ms = 2_000;
/** The number of connections opened per step. Opening thousands at once would mostly measure the client itself. */
const step = 40;
const step_ms = 40;

const attack = JSON.parse(process.argv[2] ?? '') as Attack;
const localAddress = process.platform === 'linux' ? '127.0.0.2' : '127.0.0.1';
const slow = new Set<Socket>();
const streams = new Set<Socket>();
let refused = 0;
let closed = 0;
let tried = 0;

function open(held: Set<Socket>, bytes: string): Socket {
  const socket = connect({ port: attack.port, host: '127.0.0.1', localAddress });
  socket.on('error', () => {});
  socket.once('connect', () => {
    held.add(socket);
    socket.write(bytes);
  });
  socket.once('close', () => {
    if (held.delete(socket)) closed++;
    // With jitter, so that they do not all reconnect at once.
    setTimeout(() => void open(held, bytes), again_ms + Math.random() * again_ms);
  });
  socket.once('data', (data) => {
    if (String(data).startsWith('HTTP/1.1 200')) return;
    refused++;
    socket.destroy();
  });
  socket.resume();
  return socket;
}

const host = `host: 127.0.0.1:${attack.port}\r\n`;
const total = attack.slow + attack.streams;
const ramp = setInterval(() => {
  for (let index = 0; index < step && tried < total; index++, tried++) {
    const token = attack.tokens[tried % attack.tokens.length];
    if (tried % 2 === 0) open(slow, `GET /healthz HTTP/1.1\r\n${host}x-slow: a`);
    else open(streams, `GET /api/v1/checkout/${token}/events HTTP/1.1\r\n${host}\r\n`);
  }
  if (tried === total) clearInterval(ramp);
}, step_ms);
setInterval(() => {
  for (const socket of slow) socket.write('a');
}, drip_ms);
setInterval(() => {
  const held: Held = {
    slow: slow.size,
    streams: streams.size,
    refused,
    closed,
    is_whole: tried === total,
  };
  console.log(JSON.stringify(held));
}, 1_000);
process.stdin.resume().once('end', () => process.exit());
