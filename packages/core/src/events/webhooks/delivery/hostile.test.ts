import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import {
  drip,
  pour,
  type RawReceiver,
  startRawReceiver,
} from '../../../../../../test-support/raw-receiver.ts';
import { makeSender, type Sender, type SendResult } from './send.ts';

let receiver: RawReceiver | undefined;
let sender: Sender | undefined;
afterEach(async () => {
  await sender?.close();
  await receiver?.close();
  sender = undefined;
  receiver = undefined;
});

const soon_ms = 200;
/** A deadline long enough to notice a connection that was not closed. */
const late_ms = 15_000;
const too_late = (deadline_ms: number): string => `no complete response within ${deadline_ms / 1000} s`;

async function sendTo(
  behave: (socket: Socket) => void,
  deadline_ms: number,
  scheme = 'http',
): Promise<SendResult> {
  receiver = await startRawReceiver(behave);
  sender = makeSender({ networks: ['127.0.0.1'], deadline_ms });
  return sender.send(`${scheme}://127.0.0.1:${receiver.port}/hook`, {}, '{"a":1}');
}

/** Waits until the receiver has seen its connections close. */
const untilLetGo = () => expect.poll(() => receiver?.open(), { timeout: 8_000 }).toBe(0);

const head = 'HTTP/1.1 200 OK\r\n';
/** Responds once a request has arrived. */
const answering = (answer: (socket: Socket) => void) => (socket: Socket) => {
  socket.once('data', () => answer(socket));
};

describe('a request without a complete response', () => {
  it.each<[what: string, behave: (socket: Socket) => void]>([
    ['says nothing', () => undefined],
    ['drips its first line', answering((socket) => drip(socket, '\r\n'))],
    [
      'drips headers',
      answering((socket) => {
        socket.write(head);
        drip(socket, 'x: y\r\n');
      }),
    ],
    [
      'drips a body of known length',
      answering((socket) => {
        socket.write(`${head}content-length: 10000\r\n\r\n`);
        drip(socket, 'x');
      }),
    ],
    [
      'drips a body in chunks',
      answering((socket) => {
        socket.write(`${head}transfer-encoding: chunked\r\n\r\n`);
        drip(socket, '1\r\nx\r\n');
      }),
    ],
    [
      'drips a body without length',
      answering((socket) => {
        socket.write(`${head}\r\n`);
        drip(socket, 'x');
      }),
    ],
    [
      'drips trailers',
      answering((socket) => {
        socket.write(`${head}transfer-encoding: chunked\r\n\r\n0\r\n`);
        drip(socket, 'x: y\r\n');
      }),
    ],
    [
      'never ends a chunk',
      answering((socket) => void socket.write(`${head}transfer-encoding: chunked\r\n\r\nff\r\nx`)),
    ],
    [
      'stops within a head of many headers',
      answering((socket) => void socket.write(head + 'x: y\r\n'.repeat(150))),
    ],
    ['sends a header and no more', answering((socket) => void socket.write(`${head}content-length: 5\r\n`))],
    [
      'announces a body and stops',
      answering((socket) => void socket.write(`${head}content-length: 5\r\n\r\nab`)),
    ],
    [
      'sends an interim response and no more',
      answering((socket) => void socket.write('HTTP/1.1 103 Early Hints\r\n\r\n')),
    ],
  ])('is abandoned at the deadline when the receiver %s', async (_, behave) => {
    const result = await sendTo(behave, soon_ms);
    expect(result).toMatchObject({ status_code: null, error: too_late(soon_ms), response_excerpt: null });
    await untilLetGo();
  });

  it.each<[what: string, behave: (socket: Socket) => void]>([
    ['says nothing', () => undefined],
    ['drips a TLS record', (socket) => drip(socket, '\u0016\u0003\u0003\u00ff')],
  ])('is abandoned at the deadline when the receiver %s instead of a TLS handshake', async (_, behave) => {
    const result = await sendTo(behave, soon_ms, 'https');
    expect(result.status_code).toBeNull();
    await untilLetGo();
  });
});

describe('a request to a misbehaving receiver', () => {
  it.each<[what: string, behave: (socket: Socket) => void, error: RegExp]>([
    [
      'pours headers',
      answering((socket) => {
        socket.write(head);
        pour(socket, 'x: y\r\n'.repeat(1000));
      }),
      /^more lines arrived than a response has$/,
    ],
    [
      'pours its first line',
      answering((socket) => pour(socket, 'HTTP/1.1 200 '.repeat(1000))),
      /^more (than 128 KB|lines) arrived/,
    ],
    [
      'pours one header',
      answering((socket) => {
        socket.write(`${head}x: `);
        pour(socket, 'x'.repeat(10_000));
      }),
      /HEADERS_OVERFLOW/,
    ],
    [
      'pours trailers',
      answering((socket) => {
        socket.write(`${head}transfer-encoding: chunked\r\n\r\n0\r\n`);
        pour(socket, 'x: y\r\n'.repeat(1000));
      }),
      /^more lines arrived than a response has$/,
    ],
    [
      'pours interim responses',
      answering((socket) => pour(socket, 'HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n')),
      /^more lines arrived than a response has$/,
    ],
    [
      'extends a chunk without end',
      answering((socket) => {
        socket.write(`${head}transfer-encoding: chunked\r\n\r\n1;`);
        pour(socket, 'x'.repeat(10_000));
      }),
      /^more than 128 KB arrived before the response ended$/,
    ],
    [
      'pours line ends',
      answering((socket) => pour(socket, '\r\n'.repeat(1000))),
      /^more (than 128 KB|lines) arrived/,
    ],
    ['pours noise', answering((socket) => pour(socket, '\u0001\u0002'.repeat(1000))), /HTTP/],
    [
      'switches protocols',
      answering((socket) =>
        socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
      ),
      /upgrade/,
    ],
    ['hangs up at once', (socket) => socket.destroy(), /closed|reset/i],
    ['resets at once', (socket) => socket.resetAndDestroy(), /closed|reset/i],
    ['hangs up on the request', answering((socket) => socket.end()), /closed/],
    ['resets on the request', answering((socket) => socket.resetAndDestroy()), /ECONNRESET/],
    ['hangs up within the headers', answering((socket) => socket.end(`${head}content-le`)), /closed|HPE_/],
    [
      'hangs up within the body',
      answering((socket) => socket.end(`${head}content-length: 50\r\n\r\nx`)),
      /closed|terminated/,
    ],
    [
      'hangs up within a chunk',
      answering((socket) => socket.end(`${head}transfer-encoding: chunked\r\n\r\nff\r\nx`)),
      /closed|terminated|HPE_/,
    ],
    [
      'sends an invalid chunk length',
      answering((socket) => socket.end(`${head}transfer-encoding: chunked\r\n\r\nzz\r\nx`)),
      /chunk size/,
    ],
    [
      'sends an invalid length',
      answering((socket) => socket.end(`${head}content-length: -5\r\n\r\nx`)),
      /Content-Length/,
    ],
    [
      'sends two lengths',
      answering((socket) => socket.end(`${head}content-length: 1\r\ncontent-length: 2\r\n\r\nxx`)),
      /CONTENT_LENGTH_MISMATCH/,
    ],
    [
      'sends a length and chunks',
      answering((socket) =>
        socket.end(`${head}content-length: 1\r\ntransfer-encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n`),
      ),
      /CONTENT_LENGTH_MISMATCH/,
    ],
    [
      'sends an invalid status',
      answering((socket) => socket.end('HTTP/1.1 99999 OK\r\n\r\n')),
      /status|HTTP|HPE_/i,
    ],
    ['speaks HTTP/0.9', answering((socket) => socket.end('hello')), /HTTP/],
  ])('is abandoned before the deadline when the receiver %s', async (_, behave, error) => {
    const result = await sendTo(behave, late_ms);
    expect(result).toMatchObject({ status_code: null, error: expect.stringMatching(error) });
    expect(result.error).not.toBe(too_late(late_ms));
    await untilLetGo();
  });

  it('is abandoned before the deadline when the receiver does not speak TLS', async () => {
    const result = await sendTo((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'), late_ms, 'https');
    expect(result).toMatchObject({ status_code: null, error: expect.stringMatching(/SSL|TLS|closed/i) });
    await untilLetGo();
  });
});

describe('a response', () => {
  it.each<[what: string, behave: (socket: Socket) => void]>([
    [
      'of known length',
      answering((socket) => {
        socket.write(`${head}content-length: 1000000000000\r\n\r\n`);
        pour(socket, 'x'.repeat(10_000));
      }),
    ],
    [
      'in chunks',
      answering((socket) => {
        socket.write(`${head}transfer-encoding: chunked\r\n\r\n`);
        pour(socket, `2710\r\n${'x'.repeat(10_000)}\r\n`);
      }),
    ],
    [
      'in small chunks',
      answering((socket) => {
        socket.write(`${head}transfer-encoding: chunked\r\n\r\n`);
        pour(socket, `64\r\n${'x'.repeat(100)}\r\n`);
      }),
    ],
    [
      'without length',
      answering((socket) => {
        socket.write(`${head}\r\n`);
        pour(socket, 'x'.repeat(10_000));
      }),
    ],
  ])('is accepted even if it is too long, but only its beginning is read: %s', async (_, behave) => {
    const result = await sendTo(behave, late_ms);
    expect(result).toMatchObject({ status_code: 200, error: null, response_excerpt: 'x'.repeat(4096) });
    await untilLetGo();
  });

  it('is accepted after a few interim responses', async () => {
    const interim = 'HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n'.repeat(3);
    const result = await sendTo(
      answering((socket) => void socket.write(`${interim}${head}content-length: 2\r\n\r\nok`)),
      late_ms,
    );
    expect(result).toMatchObject({ status_code: 200, response_excerpt: 'ok' });
  });

  it('does not leak into the next response on the same connection', async () => {
    const result = await sendTo((socket) => {
      socket.on('data', () => socket.write(`${head}content-length: 2\r\n\r\nokHTTP/1.1 500 No\r\n\r\n`));
    }, late_ms);
    expect(result).toMatchObject({ status_code: 200, response_excerpt: 'ok' });
    const next = await sender?.send(`http://127.0.0.1:${receiver?.port}/hook`, {}, '{"a":1}');
    expect(next).toMatchObject({ status_code: 200, response_excerpt: 'ok' });
    expect(receiver?.opened()).toBe(2);
  });
});

it('the size limit applies to each response on a connection, not to their sum', async () => {
  const answer = `${head}content-length: 1000\r\n\r\n${'x\n'.repeat(500)}`;
  await sendTo((socket) => socket.on('data', () => socket.write(answer)), late_ms);
  for (let turn = 0; turn < 300; turn++) {
    const result = await sender?.send(`http://127.0.0.1:${receiver?.port}/`, {}, '{"a":1}');
    expect(result).toMatchObject({ status_code: 200 });
  }
  // Each connection has received more than the limit for one response.
  expect(receiver?.opened()).toBeLessThanOrEqual(2);
});

it.each(['http', 'https'])('closing a sender closes hanging connections: %s', async (scheme) => {
  const result = sendTo(() => undefined, late_ms, scheme);
  await expect.poll(() => receiver?.open(), { timeout: 10_000 }).toBe(1);
  await sender?.close();
  expect((await result).error).not.toBe(too_late(late_ms));
  await untilLetGo();
});
