import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { AppError } from '@guichet/kernel/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { MerchantUpload } from './operation.ts';

/** Pause between checks that a client refused early has stopped sending. */
const pause_ms = 1_000;
/** More than one: after we were busy ourselves, what has come meanwhile is not counted yet. */
const pauses_max = 2;

/**
 * Has bodies of these routes not be read before they are asked for, whatever they are. Who was answered before all of
 * theirs had come may go on sending, within the time of any request, and is hung up on once they pause.
 */
export function leaveFilesUnread(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  app.addHook('onResponse', async ({ raw }) => {
    if (!raw.complete) closeOncePaused(raw);
  });
}

/** Not `connection: close`, which cuts at once: whoever still sends would not hear the answer. */
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
 * The file of a request while it comes. One that is too long is refused in words; what is not read of it is thrown
 * away, because whoever still sends would not hear them on a connection that is cut.
 *
 * @throws AppError `unsupported_media_type`, `body_too_large` where the request says its length
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
