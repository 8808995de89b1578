import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { AppError } from '@guichet/kernel/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { MerchantUpload } from './operation.ts';

/** The time between two checks of whether a client that was refused early has stopped sending. */
const pause_ms = 1_000;
/**
 * The number of successive checks without new data after which the client is disconnected. One is not enough: data
 * that arrived while our process was busy is not counted yet.
 */
const pauses_max = 2;

/**
 * Leaves bodies of these routes unread until requested, whatever their type. A client that received its response
 * early may continue sending, within the time limit of a request, and is disconnected once it pauses.
 */
export function leaveFilesUnread(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  app.addHook('onResponse', async ({ raw }) => {
    if (!raw.complete) closeOncePaused(raw);
  });
}

/**
 * Closes the connection once the client has stopped sending. The header `connection: close` would disconnect
 * immediately, and a client that is still sending would not receive the response.
 */
function closeOncePaused(request: IncomingMessage): void {
  const { socket } = request;
  let heard = socket.bytesRead;
  let pauses = 0;
  const watch = setInterval(() => {
    if (request.complete || socket.destroyed) return clearInterval(watch);
    pauses = socket.bytesRead === heard ? pauses + 1 : 0;
    heard = socket.bytesRead;
    if (pauses === pauses_max) socket.destroy();
  }, pause_ms);
  socket.once('close', () => clearInterval(watch));
}

/**
 * The file of a request as it arrives. A file that is too long is refused with a reason, and the unread rest is
 * discarded: if the connection were closed instead, a client that is still sending would not receive the reason.
 *
 * @throws AppError `unsupported_media_type`, `body_too_large` if the request declares its length
 */
export function receiveFile(
  request: FastifyRequest,
  { content_types, content_bytes_max }: Pick<MerchantUpload, 'content_types' | 'content_bytes_max'>,
): AsyncIterable<Uint8Array> {
  const stream = request.raw;
  try {
    const [type = ''] = (request.headers['content-type'] ?? '').split(';', 1);
    if (!content_types.includes(type.trim().toLowerCase())) {
      throw new AppError('unsupported_media_type', { message: `Send the file as ${content_types[0]}.` });
    }
    if (Number(request.headers['content-length'] ?? 0) > content_bytes_max) throw tooLarge(content_bytes_max);
  } catch (error) {
    stream.resume();
    throw error;
  }
  return readUpTo(stream, content_bytes_max);
}

async function* readUpTo(stream: Readable, bytes_max: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  try {
    for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      if (bytes > bytes_max) throw tooLarge(bytes_max);
      yield chunk;
    }
  } finally {
    stream.resume();
  }
}

function tooLarge(bytes_max: number): AppError {
  const megabytes = bytes_max / (1024 * 1024);
  return new AppError('body_too_large', {
    message: `The file is larger than ${megabytes} MB. Split it into several files.`,
  });
}
