import type { Agent, Dispatcher } from 'undici';

interface Reply {
  readonly status: number;
  readonly location: string | undefined;
  readonly text: string;
}

/**
 * Sends a request with as little client work as possible: the load shares the machine with the service it
 * measures.
 *
 * @throws Error when the connection fails
 */
export function send(agent: Agent, to: Dispatcher.DispatchOptions): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let status = 0;
    let location: string | undefined;
    agent.dispatch(to, {
      onRequestStart: () => {},
      onResponseStart: (_controller, code, headers) => {
        status = code;
        if (typeof headers.location === 'string') location = headers.location;
      },
      onResponseData: (_controller, chunk) => {
        chunks.push(chunk);
      },
      onResponseEnd: () => resolve({ status, location, text: Buffer.concat(chunks).toString() }),
      onResponseError: (_controller, error) => reject(error),
    });
  });
}
