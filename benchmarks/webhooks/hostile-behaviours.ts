import type { Socket } from 'node:net';
import { setInterval as everyMs } from 'node:timers/promises';

/** Ways in which a receiver can harm the sender. Each gets the socket of a request that has begun to arrive. */
export const behaviours: Readonly<Record<string, (socket: Socket) => void>> = {
  hang: () => {},
  'drip-headers': (socket) => void drip(socket, 'HTTP/1.1 200 OK\r\nx-drip: ', 'd'),
  'drip-body': (socket) => void drip(socket, 'HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n', 'd'),
  'endless-headers': (socket) => flood(socket, 'HTTP/1.1 200 OK\r\n', (count) => `x-header-${count}: 1\r\n`),
  'endless-header': (socket) => flood(socket, 'HTTP/1.1 200 OK\r\nx-long: ', () => 'a'.repeat(16_384)),
  'endless-interim': (socket) => flood(socket, '', () => 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'),
  'endless-body': (socket) =>
    flood(
      socket,
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n',
      () => `4000\r\n${'b'.repeat(0x4000)}\r\n`,
    ),
  'huge-body': (socket) =>
    flood(socket, 'HTTP/1.1 200 OK\r\ncontent-length: 10000000000\r\n\r\n', () => 'b'.repeat(65_536)),
  'huge-refusal': (socket) =>
    flood(socket, 'HTTP/1.1 500 No\r\ncontent-length: 10000000000\r\n\r\n', () => 'b'.repeat(65_536)),
  reset: (socket) => socket.resetAndDestroy(),
  'reset-in-body': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nhalf', () => socket.resetAndDestroy());
  },
  nonsense: (socket) => socket.end('\u0000\u0001 this is not HTTP\r\n\r\n'),
  'broken-chunks': (socket) => socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n'),
};

const drip_ms = 500;

async function drip(socket: Socket, start: string, more: string): Promise<void> {
  socket.write(start);
  for await (const _ of everyMs(drip_ms)) {
    if (socket.destroyed) return;
    socket.write(more);
  }
}

/** Sends as much as the other side accepts. */
function flood(socket: Socket, start: string, more: (count: number) => string): void {
  socket.write(start);
  let count = 0;
  const pour = (): void => {
    while (!socket.destroyed && socket.write(more(count++)));
  };
  socket.on('drain', pour);
  pour();
}
