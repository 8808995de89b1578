import { createSocket } from 'node:dgram';
import { type Answer, decode, encode, RECURSION_AVAILABLE } from 'dns-packet';

export interface NameServer {
  /** `address:port`. */
  readonly address: string;
  close(): Promise<void>;
}

const name_error = 3;

/**
 * Starts a name server on this machine that resolves only the given names, to IPv4 addresses; it sends no response
 * for names mapped to null.
 */
export async function startNameServer(known: Readonly<Record<string, string | null>>): Promise<NameServer> {
  const socket = createSocket('udp4');
  socket.on('message', (message, { port, address }) => {
    const { id, questions = [] } = decode(message);
    const [question] = questions;
    if (!question) return;
    const data = known[question.name];
    if (data === null) return;
    const answers: Answer[] =
      data !== undefined && question.type === 'A' ? [{ type: 'A', name: question.name, ttl: 0, data }] : [];
    const flags = RECURSION_AVAILABLE | (data === undefined ? name_error : 0);
    socket.send(
      encode({ type: 'response', flags, questions, answers, ...(id !== undefined && { id }) }),
      port,
      address,
    );
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}
