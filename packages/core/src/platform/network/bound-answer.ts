import type { Socket } from 'node:net';

const newline = 0x0a;
/**
 * Limits for the parts of a response that HTTP does not limit (lines before the status line, reason phrases, chunk
 * extensions).
 */
export interface AnswerBounds {
  /**
   * The maximum number of bytes. It is larger than any single read, so that a long body first reaches the code that
   * truncates it.
   */
  readonly bytes_max: number;
  /**
   * The maximum number of lines in total. A body may have many lines, but so may the trailers, which cost as much
   * as headers.
   */
  readonly lines_max: number;
}
/**
 * The maximum number of lines in the head, including interim responses. Each header costs the parser much more
 * memory than its bytes.
 */
const head_lines_max = 200;

/**
 * Destroys a connection that receives too much for one request. Data is counted as it arrives, from zero for each
 * request.
 */
export function boundAnswers(socket: Socket, bounds: AnswerBounds): void {
  const push = socket.push.bind(socket);
  let sent_bytes = -1;
  let count = makeCount();
  socket.push = (chunk: unknown, encoding?: BufferEncoding) => {
    if (!(chunk instanceof Buffer)) return push(chunk, encoding);
    if (socket.bytesWritten !== sent_bytes) {
      sent_bytes = socket.bytesWritten;
      count = makeCount();
    }
    const problem = addChunk(count, chunk, bounds);
    if (problem === undefined) return push(chunk, encoding);
    socket.destroy(new Error(problem));
    return false;
  };
}

interface Count {
  bytes: number;
  lines: number;
  in_head: boolean;
  /** The beginning of the current line: enough to recognize an empty line, and a status line. */
  line_start: string;
  /** The last status line; an interim one is followed by another head. */
  status: string;
}

const line_start_length = 10;

function makeCount(): Count {
  return { bytes: 0, lines: 0, in_head: true, line_start: '', status: '' };
}

function addChunk(count: Count, chunk: Buffer, { bytes_max, lines_max }: AnswerBounds): string | undefined {
  count.bytes += chunk.length;
  if (count.bytes > bytes_max) return `more than ${bytes_max / 1024} KB arrived before the response ended`;
  for (let from = 0; from < chunk.length; ) {
    const at = chunk.indexOf(newline, from);
    const end = at === -1 ? chunk.length : at;
    if (count.in_head && count.line_start.length < line_start_length) {
      count.line_start += chunk.toString('latin1', from, Math.min(end, from + line_start_length));
    }
    if (at === -1) return undefined;
    count.lines++;
    if (count.in_head) endHeadLine(count);
    if (count.lines > (count.in_head ? head_lines_max : lines_max))
      return 'more lines arrived than a response has';
    from = at + 1;
  }
  return undefined;
}

function endHeadLine(count: Count): void {
  const { line_start } = count;
  const isEmpty = line_start === '' || line_start === '\r';
  if (line_start.startsWith('HTTP/')) count.status = line_start;
  // The head does not end before a status line, and an interim response is followed by another head.
  if (isEmpty && count.status !== '') count.in_head = /^HTTP\/\d\.\d 1/.test(count.status);
  count.line_start = '';
}
