import { type AddressInfo, createServer } from 'node:net';
import { behaviours } from './hostile-behaviours.ts';
import { answerParent } from './talk.ts';

/** A server, in a separate process, whose paths identify its misbehavior: `/hang`, `/endless-body` and so on. */
let connections = 0;
const server = createServer((socket) => {
  connections++;
  socket.on('error', () => undefined); // The other side is supposed to close the connection.
  socket.once('data', (chunk: Buffer) => {
    const name = /^POST \/([a-z-]+) /.exec(chunk.toString('latin1'))?.[1] ?? '';
    behaviours[name]?.(socket);
  });
});
const listening = new Promise<void>((resolve) => server.listen(0, resolve));

const answers = {
  port: async (_: null): Promise<number> => {
    await listening;
    return (server.address() as AddressInfo).port;
  },
  /** The number of connections made so far. */
  connections: (_: null): number => connections,
};
export type HostileAnswers = typeof answers;
answerParent(answers);
