import { connect, type Socket } from 'node:net';

/** Opens a connection for bytes that no HTTP client would send. */
export async function openSocket(origin: string): Promise<Socket> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve).once('error', reject);
  });
  return socket;
}

/** Sends bytes and returns what it receives until the server closes the connection. */
export async function sendBytes(origin: string, bytes: string | Uint8Array): Promise<string> {
  const socket = await openSocket(origin);
  const answer = readToEnd(socket);
  socket.write(bytes);
  return answer;
}

/** Reads until the server closes or resets the connection. */
export function readToEnd(socket: Socket): Promise<string> {
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
  });
  return new Promise((resolve) => {
    socket.once('error', () => resolve(text)).once('close', () => resolve(text));
  });
}

/** Parses the status, the head and the body of a single response. */
export function readAnswer(text: string): { status: number; head: string; body: string } {
  const end = text.indexOf('\r\n\r\n');
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0),
    head: text.slice(0, end),
    body: text.slice(end + 4),
  };
}
