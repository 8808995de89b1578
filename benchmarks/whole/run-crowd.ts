import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { Crowd, Message, Paid } from './crowd.ts';

/**
 * Runs customers in a process of their own.
 *
 * @param onWarm called between the warm-up and the measured payments
 * @throws Error if a payment was refused, because the figures would be wrong
 */
export async function runCrowd(crowd: Crowd, onWarm: () => Promise<void>): Promise<Paid> {
  const child = fork(join(import.meta.dirname, 'customers.ts'), [JSON.stringify(crowd)]);
  return new Promise<Paid>((resolve, reject) => {
    child.on('message', (message: Message) => {
      if (message.kind === 'paid') resolve(message.paid);
      else
        onWarm().then(
          () => child.send('go'),
          (error) => {
            child.kill();
            reject(error);
          },
        );
    });
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`the customers ended with code ${code}`)));
  });
}
