import { createSocket } from 'node:dgram';
import { createServer, type Socket } from 'node:net';
import { type Answer, decode, encode, type Packet, streamDecode, streamEncode } from 'dns-packet';

/** Response codes (RFC 1035, 4.1.1). */
export const rcode = { NOERROR: 0, FORMERR: 1, SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 } as const;
const truncated_flag = 1 << 9;
const answer_flags = (1 << 8) | (1 << 7);

export interface Question {
  readonly name: string;
  readonly type: string;
  readonly transport: 'udp' | 'tcp';
  /** The number of earlier queries for this name and type. */
  readonly before: number;
}

export interface Reply {
  readonly answers?: readonly Answer[];
  readonly rcode?: number;
  readonly truncated?: boolean;
  /** Sent instead of a response. */
  readonly raw?: Buffer;
  /** Responds with the id of a different query. */
  readonly wrong_id?: boolean;
}

export interface NameServer {
  /** `address:port`, the form that resolvers accept. */
  readonly place: string;
  readonly questions: readonly Question[];
  close(): Promise<void>;
}

/** Starts a name server on this machine, over UDP and TCP. It does not respond if the reply is null. */
export async function startNameServer(answer: (question: Question) => Reply | null): Promise<NameServer> {
  const questions: Question[] = [];
  const reply = (query: Packet, transport: Question['transport']): Buffer | null => {
    const [{ name, type } = { name: '', type: 'A' as const }] = query.questions ?? [];
    const before = questions.filter((known) => known.name === name && known.type === type).length;
    const question: Question = { name, type, transport, before };
    questions.push(question);
    const said = answer(question);
    if (said === null) return null;
    const { answers = [], rcode: code = rcode.NOERROR, truncated = false, raw, wrong_id = false } = said;
    if (raw) return raw;
    const packet: Packet = {
      type: 'response',
      id: wrong_id ? ((query.id ?? 0) + 1) % 65536 : (query.id ?? 0),
      flags: answer_flags | code | (truncated ? truncated_flag : 0),
      questions: query.questions ?? [],
      answers: [...answers],
    };
    return transport === 'udp' ? encode(packet) : streamEncode(packet);
  };
  const udp = createSocket('udp4');
  udp.on('message', (message, { address, port }) => {
    const said = reply(decode(message), 'udp');
    if (said) udp.send(said, port, address);
  });
  const connections = new Set<Socket>();
  const tcp = createServer((socket) => {
    connections.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => connections.delete(socket));
    socket.on('data', (bytes) => {
      const said = reply(streamDecode(bytes), 'tcp');
      if (said) socket.write(said);
    });
  });
  await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
  const place = tcp.address();
  if (place === null || typeof place === 'string') throw new Error('the name server has no port');
  await new Promise<void>((resolve, reject) => {
    udp.once('error', reject).bind(place.port, '127.0.0.1', resolve);
  });
  return {
    place: `127.0.0.1:${place.port}`,
    questions,
    close: async () => {
      for (const socket of connections) socket.destroy();
      await Promise.all([
        new Promise<void>((resolve) => udp.close(resolve)),
        new Promise((resolve) => tcp.close(resolve)),
      ]);
    },
  };
}

/** The address records of a name, of the requested type. */
export function addressRecords({ name, type }: Question, addresses: readonly string[], ttl = 60): Answer[] {
  return addresses.flatMap((data): Answer[] => {
    const family = data.includes(':') ? 'AAAA' : 'A';
    return family === type ? [{ type: family, name, ttl, data }] : [];
  });
}
